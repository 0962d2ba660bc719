/** '/brand/edit/{id}' and { id } → '/brand/edit/0192…'; an omitted optional parameter removes its slash. */
export function fillPath(path: string, params: Record<string, string | undefined> = {}): string {
  return path.replace(/\/\{(\w+)(\?)?\}/g, (_, name: string, optional?: string) => {
    const value = params[name];
    if (value === undefined || value === '') {
      if (optional) return '';
      throw new Error(`${path} needs '${name}'`);
    }
    return `/${encodeURIComponent(value)}`;
  });
}

export function queryText(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

export type Files = Record<string, File | readonly File[] | null | undefined>;
export const hasFiles = (files: Files | undefined): files is Files =>
  Object.values(files ?? {}).some((file) => (Array.isArray(file) ? file.length > 0 : Boolean(file)));

/** Sends fields along with files: values other than text are encoded as JSON. */
export function multipart(body: Record<string, unknown>, files: Files): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    if (value === null) form.append(name, 'null');
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, file] of Object.entries(files)) {
    for (const one of [file ?? []].flat()) form.append(name, one);
  }
  return form;
}

export interface StreamEvent {
  name: string;
  id: string | undefined;
  data: string;
}

/** Splits a stream of server-sent events, whose chunks can end anywhere, into complete events. */
export function eventSplitter(): (chunk: string) => StreamEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(readEvent).filter(({ name, id, data }) => name !== 'message' || id || data);
  };
}
function readEvent(block: string): StreamEvent {
  let id: string | undefined;
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return { name, id, data: data.join('\n') };
}
