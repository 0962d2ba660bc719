import { asData, type Tool } from '@aisle/contract/core/tool';
import { type FieldTree, maxShown, treeOf } from './tool-schemas.ts';

export interface Answer {
  text: string;
  structured: Record<string, unknown>;
}

/** The maximum size of an answer in bytes, of its text and its structured part together. */
const maxAnswerBytes = 8_000;
/** How many records and characters an answer keeps; the first that fits is sent. */
const cuts = [
  [maxShown, 2_000],
  [40, 2_000],
  [32, 2_000],
  [25, 1_500],
  [20, 1_500],
  [16, 1_000],
  [12, 1_000],
  [9, 800],
  [7, 600],
  [5, 500],
  [4, 400],
  [3, 300],
  [2, 200],
  [1, 200],
  [0, 100],
] as const;

/** The answer of a tool: short text, and the fields that the tool declares with links to the screens of Aisle. */
export function answerOf(tool: Tool, data: unknown, publicUrl: string): Answer {
  for (const [records, characters] of cuts) {
    const answer = cutAnswer(tool, data, { records, characters, publicUrl });
    if (sizeOf(answer) <= maxAnswerBytes) return answer;
  }
  return {
    text: tool.text(cutData(data, { records: 0, characters: 100 }) as never).slice(0, 2_000),
    structured: {},
  };
}

export const sizeOf = ({ text, structured }: Answer): number =>
  Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(structured));

interface Cut {
  records: number;
  characters: number;
}
function cutAnswer(tool: Tool, data: unknown, { publicUrl, ...cut }: Cut & { publicUrl: string }): Answer {
  const counts = new Map<string, number>();
  const kept = cutData(data, cut, counts);
  const tree = treeOf(tool.fields);
  const picked = pick(kept, tree);
  const linked = tool.screen ? withLinks(picked, kept, `${publicUrl}${tool.screen}`) : picked;
  const structured = (Array.isArray(linked) ? { records: linked } : linked) as Record<string, unknown>;
  const text = tool.text(kept as never);
  if (counts.size === 0) return { text, structured };
  // A cursor would skip the records that were cut.
  if (counts.has('records')) delete structured.nextCursor;
  const said = [...counts].map(([name, count]) => `the first ${cut.records} of ${count} ${name}`);
  return {
    text: `${text}\nThe answer is cut: ${said.join(', ')}.`,
    structured: { ...structured, cut: Object.fromEntries(counts) },
  };
}

/** Cuts all lists and texts. `counts` gets the sizes of the lists that were cut. */
function cutData(value: unknown, cut: Cut, counts = new Map<string, number>(), name = 'records'): unknown {
  if (typeof value === 'string') {
    return value.length > cut.characters && !/cursor/i.test(name)
      ? `${value.slice(0, cut.characters)}…`
      : value;
  }
  if (Array.isArray(value)) {
    if (value.length > cut.records) counts.set(name, Math.max(value.length, counts.get(name) ?? 0));
    return value.slice(0, cut.records).map((one) => cutData(one, cut, counts, name));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutData(one, cut, counts, key)]));
}

/** Fields whose text people outside write: names, notes, messages. */
const isFromOutside = (name: string): boolean =>
  /^(name|note|notes|text|subject|title|message|reason|description|excerpt|email|contact|label|code)$|Name$/.test(
    name,
  );

/** The fields of the tree. Text from outside is marked as data. */
function pick(value: unknown, tree: FieldTree, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, tree, name));
  if (typeof value === 'string') return isFromOutside(name) ? asData(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(tree);
  const entries = Object.entries(value).filter(([key]) => names.length === 0 || names.includes(key));
  return Object.fromEntries(entries.map(([key, one]) => [key, pick(one, tree[key] ?? {}, key)]));
}

/** Adds a link to the record, or to each record of a list. */
function withLinks(picked: unknown, data: unknown, screen: string): unknown {
  const rows = (value: unknown): unknown[] | undefined =>
    Array.isArray(value) ? value : (value as { records?: unknown[] }).records;
  const records = rows(data);
  if (!records) return { ...(picked as object), link: linkTo(screen, data) };
  const linked = rows(picked)!.map((one, index) => ({
    ...(one as object),
    link: linkTo(screen, records[index]),
  }));
  return Array.isArray(picked) ? linked : { ...(picked as object), records: linked };
}
const linkTo = (screen: string, record: unknown): string =>
  screen.replace(/\{(\w+)\}/g, (_, name: string) => String((record as Record<string, unknown>)[name]));
