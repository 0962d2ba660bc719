/** Each worker takes the next item when it finishes one. The first failure fails the whole call and stops taking items. */
export async function inParallel<Item>(
  workers: readonly ((item: Item) => Promise<void>)[],
  items: readonly Item[],
): Promise<void> {
  const left = [...items];
  await Promise.all(
    workers.map(async (work) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        await work(item).catch((error: unknown) => {
          left.length = 0;
          throw error;
        });
      }
    }),
  );
}
