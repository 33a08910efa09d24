import orderly

shop = orderly.connect("shop")
for order in shop.late():
    order.send(today=True)
    order.customer.mail("It is on its way.")
