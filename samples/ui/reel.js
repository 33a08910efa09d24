// Films of UI tests in Node, by Reel's `capture`: marks, a screen for each worker, and films of headless pages.
// Copy it beside your tests. It needs no package.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');

const command = process.env.REEL_CAPTURE || 'capture';

/** Appends a mark to the film of this process; does nothing without one. */
function mark(kind, text = '', fields = {}) {
  const path = process.env.REEL_MARKS;
  if (!path || !fs.existsSync(path)) return;
  const line = JSON.stringify({ kind, text: text.slice(0, 600), t: Date.now() / 1000, ...fields });
  fs.appendFileSync(path, line + '\n');
}

const chapter = (title) => mark('chapter', title);
const failure = (text) => mark('failure', text);

/** Marks the clicks, and the keys if wanted, in all pages of a context. Keys in fields for passwords are left out. */
async function watch(context, { keys = false } = {}) {
  await context.exposeBinding('__reelMark', (_source, { kind, text, ...fields }) => mark(kind, text, fields));
  await context.addInitScript((keys) => {
    const named = (e) => ((e.target.closest?.('button, a, label, [role]') || e.target).innerText || '').trim().slice(0, 80);
    const send = (kind, e, fields) => window.__reelMark({ kind, t: (performance.timeOrigin + e.timeStamp) / 1000, ...fields });
    const clicked = (e) =>
      send('click', e, { text: named(e), x: e.screenX * devicePixelRatio, y: e.screenY * devicePixelRatio });
    const pressed = (e) => {
      if (e.target.type === 'password' || ['Control', 'Alt', 'Meta', 'Shift', 'AltGraph', 'Dead'].includes(e.key)) return;
      const held = [e.ctrlKey && 'Ctrl', e.altKey && 'Alt', e.metaKey && 'Super', e.shiftKey && e.key.length > 1 && 'Shift'];
      send('key', e, { text: [...held.filter(Boolean), e.key === ' ' ? 'Space' : e.key].join('+') });
    };
    const listen = () => {
      addEventListener('pointerdown', clicked, true);
      if (keys) addEventListener('keydown', pressed, true);
    };
    listen();
    // document.open() removes listeners.
    new MutationObserver(listen).observe(document, { childList: true });
  }, keys);
}

/**
 * Starts a screen of its own for this process, filmed until `close(failed)`: one for each worker.
 * The variables are set in this process, so that browsers that it starts appear there.
 */
async function screen(output, options = []) {
  const holder = `printf '%s\\n' "$DISPLAY" "$XAUTHORITY" "$REEL_MARKS"; read -r code || code=1; exit "$code"`;
  const child = spawn(command, ['desktop', '-o', output, ...options, '--', 'sh', '-c', holder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  let text = '';
  for await (const part of child.stdout) {
    text += part;
    if (text.split('\n').length > 3) break;
  }
  const [DISPLAY, XAUTHORITY, REEL_MARKS] = text.split('\n');
  if (!REEL_MARKS) throw new Error('capture desktop did not start: its message is above');
  Object.assign(process.env, { DISPLAY, XAUTHORITY, REEL_MARKS });
  return {
    async close(failed = false) {
      child.stdin.end(failed ? '1\n' : '0\n');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Films a page of a headless Chromium without any screen: its screencast goes into `capture -` with its times. */
async function screencast(page, output, options = []) {
  const child = spawn(command, ['-', '-o', output, ...options], { stdio: ['pipe', 'inherit', 'inherit'] });
  const session = await page.context().newCDPSession(page);
  let start, last;
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    const picture = Buffer.from(data, 'base64');
    if (start === undefined) child.stdin.write(matroskaHead(sizeOf(picture)));
    start ??= metadata.timestamp;
    last = picture;
    child.stdin.write(matroskaFrame(picture, metadata.timestamp - start));
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 95, everyNthFrame: 1 });
  return {
    async close() {
      const end = Date.now() / 1000;
      await session.send('Page.stopScreencast');
      // The last picture stays until now.
      if (last) child.stdin.write(matroskaFrame(last, end - start));
      child.stdin.end();
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`capture ended with ${code}: its message is above`);
    },
  };
}

// Matroska with pictures of JPEG, a cluster for each.
function element(id, ...content) {
  const body = Buffer.concat(content.map((part) => (Buffer.isBuffer(part) ? part : number(part))));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

function number(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const text = (value) => Buffer.from(value);

function matroskaHead({ width, height }) {
  return Buffer.concat([
    element('1a45dfa3', element('4282', text('matroska')), element('4287', 4), element('4285', 2)),
    // A segment without a known end.
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1549a966', element('2ad7b1', 1_000_000), element('4d80', text('reel')), element('5741', text('reel'))),
    element(
      '1654ae6b',
      element('ae', element('d7', 1), element('73c5', 1), element('83', 1), element('86', text('V_MJPEG')),
        element('e0', element('b0', width), element('ba', height))),
    ),
  ]);
}

function matroskaFrame(picture, seconds) {
  const block = element('a3', Buffer.from([0x81, 0, 0, 0x80]), picture);
  return element('1f43b675', element('e7', Math.max(0, Math.round(1000 * seconds))), block);
}

/** Reads the size of a JPEG from its start-of-frame segment. */
function sizeOf(picture) {
  for (let place = 2; place < picture.length; ) {
    const marker = picture[place + 1];
    if (marker >= 0xc0 && marker <= 0xc3) {
      return { height: picture.readUInt16BE(place + 5), width: picture.readUInt16BE(place + 7) };
    }
    place += 2 + picture.readUInt16BE(place + 2);
  }
  throw new Error('a picture of the screencast is not a JPEG');
}

module.exports = { mark, chapter, failure, watch, screen, screencast };
