"""Tests of shop.html; one of them fails. Film them with: pytest --film films"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def shop(page: Page) -> Page:
    page.goto(Path(__file__).with_name("shop.html").as_uri())
    return page


def test_each_tea_is_added_to_the_total(shop: Page) -> None:
    shop.click("#add")
    shop.click("#add")
    expect(shop.locator("#total")).to_have_text("9.00 €")


def test_a_coupon_reduces_the_total_in_any_case(shop: Page) -> None:
    shop.click("#add")
    shop.locator("#coupon").press_sequentially("tea10", delay=40)
    shop.click("#apply")
    expect(shop.locator("#note")).to_have_text("Coupon applied", timeout=1000)


def test_an_empty_basket_is_not_bought(shop: Page) -> None:
    shop.click("#buy")
    expect(shop.locator("#note")).to_have_text("The basket is empty")
