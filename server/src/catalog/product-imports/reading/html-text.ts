import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { maxCell } from '../../../system/imports/reading/row-reader.ts';

const blocks = new Set(
  'address article blockquote br div dd dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);
const hidden = new Set(['script', 'style', 'title', 'template']);

/** The text of a description that another shop stores as HTML or as editor blocks. Other texts stay as they are. */
export function textOfDescription(text: string): string {
  return textOfHtml(textOfBlocks(text) ?? withLineEnds(text));
}

/** WooCommerce writes line breaks in descriptions as a backslash and an n. */
const withLineEnds = (text: string): string =>
  text.includes('\n') ? text : text.replace(/(?<!\\)(?:\\r)?\\n/g, '\n');

/** The format of Editor.js, which Saleor uses: {"blocks": [{"data": {"text": "In brine"}}]}. */
const Blocks = z.object({
  blocks: z.array(z.object({ data: z.object({ text: z.string(), items: z.array(z.string()) }).partial() })),
});
function textOfBlocks(text: string): string | undefined {
  if (text.length > maxCell || !/^\s*\{\s*"/.test(text)) return undefined;
  try {
    const { blocks } = Blocks.parse(JSON.parse(text));
    return blocks.flatMap(({ data }) => [data.text ?? [], data.items ?? []].flat()).join('\n');
  } catch {
    return undefined;
  }
}

/** The text of HTML; other texts stay as they are. */
export function textOfHtml(text: string): string {
  // The field rejects a text of this length. Stripping the tags could make it short enough, but it was already cut off.
  if (text.length > maxCell) return text;
  if (!/<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+);/i.test(text)) return text;
  let plain = '';
  let depth = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (hidden.has(name)) depth += 1;
      if (blocks.has(name)) plain += '\n';
    },
    ontext(part) {
      if (depth === 0) plain += part.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (hidden.has(name)) depth -= 1;
      if (blocks.has(name)) plain += '\n';
    },
  });
  parser.end(text);
  return plain
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
