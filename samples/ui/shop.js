// A test of shop.html with Playwright's library, filmed on a screen of its own, and once more without any screen:
//
//   node shop.js film.mp4 headless.mp4
const path = require('node:path');
const { chromium } = require(process.env.PLAYWRIGHT || 'playwright');
const reel = require('./reel.js');

const page = `file://${path.join(__dirname, 'shop.html')}`;
const launch = {
  executablePath: process.env.CHROMIUM,
  args: ['--window-position=0,0', ...(process.getuid() === 0 ? ['--no-sandbox'] : [])],
};

async function buy(shop) {
  await shop.goto(page);
  await shop.click('#add');
  await shop.click('#buy');
  await shop.waitForSelector('text=Thank you!');
}

async function onScreen(output) {
  const screen = await reel.screen(output);
  let failed = true;
  try {
    const browser = await chromium.launch({ ...launch, headless: false });
    const context = await browser.newContext({ viewport: null });
    await reel.watch(context, { keys: true });
    reel.chapter('Buy tea');
    await buy(await context.newPage());
    await browser.close();
    failed = false;
  } finally {
    await screen.close(failed);
  }
}

async function headless(output) {
  const browser = await chromium.launch(launch);
  const shop = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const film = await reel.screencast(shop, output);
  await buy(shop);
  await film.close();
  await browser.close();
}

(async () => {
  const [film, second] = process.argv.slice(2);
  await onScreen(film);
  if (second) await headless(second);
})().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
