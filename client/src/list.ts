interface AnyPage {
  records: unknown[];
  nextCursor?: string | null;
}

/** The first page of a list as a promise, and the records of all pages as an async iterator. */
export interface List<Page extends AnyPage> extends Promise<Page>, AsyncIterable<Page['records'][number]> {
  /** All pages, each requested when the previous one was processed. */
  pages(): AsyncIterable<Page>;
}

/** Requests the first page at once, and the following ones by cursor while they are read. */
export function listOf<Page extends AnyPage>(read: (cursor?: string) => Promise<Page>): List<Page> {
  const first = read();
  async function* pages() {
    for (let page = await first; ; page = await read(page.nextCursor)) {
      yield page;
      if (!page.nextCursor) return;
    }
  }
  return Object.assign(first, {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.records as Page['records'];
    },
  });
}
