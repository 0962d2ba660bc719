/** Each worker takes the next item when it is done with one. The first failure is that of all, and no more are taken. */
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
