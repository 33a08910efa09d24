import orderly

shop = orderly.connect("shop")
for order in shop.late():
    print(order.number, order.customer)
