import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';

const mib = 1024 * 1024;
type Part = string | Buffer;
/** The expected outcome of an email of some kind; several are possible if the damage decides. */
type Outcome = 'created' | 'answered' | 'ignored' | 'refused';
interface MadeMail {
  kind: string;
  raw: Buffer;
  outcomes: readonly Outcome[];
}

const join = (...parts: Part[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'utf8')));
const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n`;
const head = (nth: number, ...more: string[]): string =>
  lines(
    `From: Sender ${nth} <sender-${nth}@many.example>`,
    'To: help@shop.example',
    `Subject: Number ${nth}`,
    `Message-ID: <many-${nth}@many.example>`,
    'MIME-Version: 1.0',
    ...more,
  );
const text = (content: Part, type = 'text/plain; charset=utf-8', ...more: string[]): Buffer =>
  join(lines(`Content-Type: ${type}`, ...more, ''), content, '\r\n');
const multipart = (subtype: string, boundary: string, parts: readonly Buffer[], ending = '--'): Buffer =>
  join(
    lines(`Content-Type: multipart/${subtype}; boundary="${boundary}"`, ''),
    ...parts.flatMap((part) => [`--${boundary}\r\n`, part, '\r\n']),
    `--${boundary}${ending}\r\n`,
  );
const attached = (name: string, type: string, bytes: Buffer, disposition = 'attachment'): Buffer =>
  text(
    bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
    `${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${disposition}; filename="${name}"`,
  );

const pdf = (bytes = 2000) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 'x')]);
/** A PNG with a size of 60,000 by 60,000 pixels in its header. */
const pictureBomb = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600806000000', 'hex'),
  Buffer.alloc(500),
]);
/** A file that decompresses to a thousand times its size. */
const zipBomb = Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(20 * mib))]);

export const hostileHtml = [
  '<script>alert("ran")</script><p>Hello</p>',
  '<img src=x onerror="alert(\'ran\')"><p>Hello</p>',
  '<p>Hello</p><img src="https://tracker.example/pixel.gif?who=1" width=1 height=1>',
  '<svg onload=alert("ran")><p>Hello</p></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><p>Hello</p>',
  '<style>body{background:url(https://tracker.example/x)}</style><p>Hello</p>',
  '<p>Hello</p><form action="https://evil.example"><input name=password></form>',
  '<a href="javascript:alert(\'ran\')">Hello</a>',
  '<!--[if mso]><script>alert("ran")</script><![endif]--><p>Hello</p>',
  '<scr<script>ipt>alert("ran")</scr</script>ipt><p>Hello</p>',
  `<p>Hello</p>${'<div>'.repeat(3000)}deep${'</div>'.repeat(3000)}`,
  `<p>Hello</p>${'<table><tr><td>'.repeat(400)}`,
  '<p>Hello</p><script',
  '<p>Hello&nbsp;&amp;&lt;b&gt;&#0;&#xD800;</p>',
];
const charsets = [
  'utf-8',
  'iso-8859-1',
  'windows-1252',
  'shift_jis',
  'koi8-r',
  'utf-16le',
  'gb18030',
  'x-mystery',
  '',
];
const encodings = ['7bit', '8bit', 'quoted-printable', 'base64', 'binary', 'x-uuencode', 'nonsense'];
const names = [
  '../../etc/passwd',
  'gpj.\u202eexe',
  '',
  'a'.repeat(5000),
  '=?utf-8?B?broken',
  'con',
  '\u0001.pdf',
];

function nested(depth: number): Buffer {
  let inner = text('The innermost');
  for (let level = 0; level < depth; level += 1) inner = multipart('mixed', `level-${level}`, [inner]);
  return inner;
}
function forwarded(depth: number): Buffer {
  let inner = join(head(0), text('The first'));
  for (let level = 0; level < depth; level += 1) {
    const wrapped = join(lines('Content-Type: message/rfc822', ''), inner);
    inner = join(head(0), multipart('mixed', `fwd-${level}`, [text('See below'), wrapped]));
  }
  return inner;
}

const made: readonly Outcome[] = ['created'];
const ignored: readonly Outcome[] = ['ignored'];
const either: readonly Outcome[] = ['created', 'refused', 'ignored'];

type PartBuilder = (nth: number, random: <T>(values: readonly T[]) => T) => [Buffer, readonly Outcome[]];
const makers: Record<string, PartBuilder> = {
  plain: (nth, pick) => [
    join(head(nth), text(`Grüße ${nth} – ¿qué tal? 🍓`, `text/plain; charset=${pick(charsets)}`)),
    made,
  ],
  encoded: (nth, pick) => [
    join(
      head(nth),
      text(
        pick(['SGVsbG8=', 'Hello=20there=', '=ZZ=G1 broken', '!!!not base64!!!', 'Hello', '\xff\xfe\x00']),
        'text/plain',
        `Content-Transfer-Encoding: ${pick(encodings)}`,
      ),
    ),
    made,
  ],
  html: (nth, pick) => [join(head(nth), text(pick(hostileHtml), 'text/html; charset=utf-8')), made],
  alternative: (nth, pick) => [
    join(head(nth), multipart('alternative', 'alt', [text('Hello'), text(pick(hostileHtml), 'text/html')])),
    made,
  ],
  nested: (nth, pick) => [join(head(nth), nested(pick([2, 5, 30, 200, 900]))), either],
  forward: (nth, pick) => [
    join(head(nth), multipart('mixed', 'outer', [text('FYI'), forwarded(pick([1, 3, 20]))])),
    either,
  ],
  calendar: (nth, pick) => [
    join(
      head(nth),
      multipart('mixed', 'cal', [
        text('You are invited'),
        text(
          `BEGIN:VCALENDAR\r\nMETHOD:${pick(['REQUEST', 'REPLY', 'CANCEL'])}\r\nEND:VCALENDAR`,
          'text/calendar; method=REQUEST; charset=utf-8',
        ),
      ]),
    ),
    made,
  ],
  autoReply: (nth, pick) => [
    join(
      head(
        nth,
        pick([
          'Auto-Submitted: auto-replied',
          'Precedence: auto_reply',
          'X-Autoreply: yes',
          'Precedence: list',
        ]),
      ),
      text('I am away'),
    ),
    ignored,
  ],
  bounce: (nth) => [
    join(
      head(nth),
      multipart('report; report-type=delivery-status', 'rep', [
        text('Could not be delivered'),
        text('Status: 5.1.1', 'message/delivery-status'),
      ]),
    ),
    ignored,
  ],
  thread: (nth, pick) => [
    join(
      head(
        nth,
        `References: ${pick(['<root@many.example>', '<x@y> <root@many.example>', `${'<z@z> '.repeat(300)}<root@many.example>`])}`,
      ),
      text('And another thing'),
    ),
    ['answered'],
  ],
  attachments: (nth, pick) => [
    join(
      head(nth),
      multipart('mixed', 'att', [
        text('See the file'),
        attached(pick(names), pick(['application/pdf', 'image/png', 'text/html']), pdf()),
        attached('invoice.zip', 'application/zip', pick([zipBomb, Buffer.from('PK\x05\x06')])),
        attached('picture.png', 'image/png', pick([pictureBomb, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')])),
        attached('run.pdf', 'application/pdf', Buffer.from('MZ\x90\x00')),
      ]),
    ),
    made,
  ],
  many: (nth, pick) => [
    join(
      head(nth),
      multipart(
        'mixed',
        'many',
        Array.from({ length: pick([12, 60, 1500]) }, (_, index) =>
          attached(`${index}.pdf`, 'application/pdf', pdf(10)),
        ),
      ),
    ),
    either,
  ],
  broken: (nth, pick) => [
    pick([
      join(head(nth), multipart('mixed', 'open', [text('Never closed')], '')),
      join(head(nth), lines('Content-Type: multipart/mixed', ''), '--\r\nno boundary\r\n'),
      join(head(nth), lines('Content-Type: multipart/mixed; boundary=""', ''), '--\r\n'),
      join(head(nth), multipart('mixed', 'same', [multipart('mixed', 'same', [text('Twice')])])),
      join(head(nth), lines('Content-Type: text/plain; charset="', '')),
      join(head(nth)).subarray(0, -30),
      join(head(nth), attached('cut.pdf', 'application/pdf', pdf(5000)).subarray(0, 900)),
      join(head(nth, 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data', ''), 'garbage'),
      join(head(nth, 'Content-Type: application/ms-tnef; name=winmail.dat', ''), '\x78\x9f\x3e\x22'),
    ]),
    ['created', 'ignored', 'refused'],
  ],
  headers: (nth, pick) => [
    pick([
      join(head(nth, `Subject: ${'long '.repeat(20_000)}`), text('Hello')),
      join(head(nth, 'Subject: =?utf-8?Q?=ZZ?= =?x-mystery?B?!!!?='), text('Hello')),
      join(head(nth, `X-Long: ${'y'.repeat(2 * mib)}`), text('Hello')),
      join(head(nth, ...Array.from({ length: 5000 }, (_, index) => `X-${index}: v`)), text('Hello')),
      join(head(nth, 'From: a@b.example, c@d.example', 'From: third@e.example'), text('Hello')),
      join(`From: group: one@g.example, two@g.example;\r\nMessage-ID: <group-${nth}@g.example>\r\n\r\nHello`),
      join(head(nth, 'Subject: line\rbreak\u0000null\u202eturned'), text('a\u0000b\u0008c\ud800')),
      join(head(nth, 'Date: the day after tomorrow', 'Content-Length: -1'), text('Hello')),
      join(lines('From: <>', 'Subject: nobody', ''), 'Hello'),
      join(`From: ${'x'.repeat(3000)}@long.example\r\n\r\nHello`),
      Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 97 + nth) % 256)),
      join('\r\n\r\n'),
    ]),
    ['created', 'ignored', 'refused'],
  ],
};
const large: Record<string, () => [Buffer, readonly Outcome[]]> = {
  largePdf: () => [
    join(
      head(9001),
      multipart('mixed', 'l', [text('Large'), attached('l.pdf', 'application/pdf', pdf(10 * mib - 100))]),
    ),
    made,
  ],
  tooLargePdf: () => [
    join(
      head(9002),
      multipart('mixed', 'l', [text('Too large'), attached('l.pdf', 'application/pdf', pdf(11 * mib))]),
    ),
    made,
  ],
  largeText: () => [join(head(9003), text('word '.repeat(2 * mib))), either],
  largeHtml: () => [join(head(9004), text(`<p>${'<b>x</b>'.repeat(mib)}</p>`, 'text/html')), either],
  oneLine: () => [join(head(9005), text('z'.repeat(12 * mib))), either],
};

/** The given number of emails of all kinds, the same for the same seed. */
export function manyMails(count: number, seed = 1): MadeMail[] {
  const numbers = fc.sample(fc.nat(), { numRuns: count * 8, seed });
  let at = 0;
  const pick = <T>(values: readonly T[]): T => {
    at += 1;
    return values[numbers[at % numbers.length]! % values.length]!;
  };
  const few = Object.entries(large).map(([kind, make]) => {
    const [raw, outcomes] = make();
    return { kind, raw, outcomes };
  });
  const kinds = Object.entries(makers);
  const rest = Array.from({ length: count - few.length }, (_, nth) => {
    const [kind, make] = kinds[nth % kinds.length]!;
    const [raw, outcomes] = make(nth + 1, pick);
    return { kind, raw, outcomes };
  });
  return [...rest, ...few];
}
