import { expect, test } from 'vitest';
import { htmlText } from './html-text.ts';

const max = 100_000;
test.each([
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['One<br>Two<br/><br>Four', 'One\nTwo\n\nFour'],
  ['<div>One</div>\n  <div> Two  <b>bold</b>,\n three</div>', 'One\nTwo bold, three'],
  ['<ul><li>Milk</li><li>Eggs</li></ul>', '- Milk\n- Eggs'],
  ['a&nbsp;&amp;&lt;b&gt;&eacute;&#8364;&#x1f600;', 'a &<b>é€😀'],
  ['<pre>a\n  b</pre>', 'a\n  b'],
  ['<script>alert(1)</script><style>p{}</style><title>T</title>Text', 'Text'],
  ['<p>Text</p><script', 'Text'],
  ['<blockquote>One<blockquote>Two</blockquote></blockquote>Three', '> One\n>\n>> Two\n\nThree'],
  ['<blockquote style="margin:0 0 0 40px;border:none">Indented</blockquote>', 'Indented'],
  ['Hi<img alt="😀" src="x"><img alt="Logo" src="y">', 'Hi😀'],
  ['<a href="javascript:alert(1)">Click</a>', 'Click'],
  ['<a href="https://a.example/">https://a.example/</a>', 'https://a.example/'],
  ['<table><tr><td>A</td><td></td><td>C</td></tr><tr><td>D</td></tr></table>', 'A\tC\nD'],
  ['<table><tr><td><table><tr><td>A</td><td>B</td></tr></table></td><td>C</td></tr></table>', 'A\tB\tC'],
  ['<td>Loose</td></tr></table></blockquote></div>text', 'Loose\n\ntext'],
  ['text < 5 and > 3', 'text < 5 and > 3'],
])('converts %j to text', (html, text) => {
  expect(htmlText(html, max)).toBe(text);
});

const repeated = (piece: string) => piece.repeat(Math.ceil(2_000_000 / piece.length));
test.each([
  '<script',
  '<script>',
  '<div>',
  '</b>',
  '<div></b>',
  '<table><tr><td>',
  '<blockquote>',
  '<a href="x',
  '<a href="https://a.example/">',
  '&',
  '&#',
  '<!--',
  '<',
  ' ',
  '\n<br>',
  '<pre>\n',
  '<img alt="😀">',
])('takes linear time for repeated %j', (piece) => {
  expect(htmlText(`x${repeated(piece)}`, max).length).toBeLessThanOrEqual(max);
});
