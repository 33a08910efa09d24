def after(years, sum=100, rate=0.05):
    for year in range(years):
        sum = sum + rate * sum
    return sum
