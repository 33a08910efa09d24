"""The same page with Selenium."""

import os
import shutil
from pathlib import Path

import pytest
from selenium import webdriver


@pytest.fixture
def driver():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
    options.add_argument("--window-position=0,0")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


def test_a_basket_is_bought(driver) -> None:
    driver.get(Path(__file__).with_name("shop.html").as_uri())
    driver.find_element("id", "add").click()
    driver.find_element("id", "coupon").send_keys("TEA10")
    driver.find_element("id", "apply").click()
    driver.find_element("id", "buy").click()
    assert driver.find_element("id", "note").text == "Thank you!"
