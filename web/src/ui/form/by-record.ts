type Fields = { [name: string]: unknown };
interface Sides<Values> {
  base: Values;
  mine: Values;
  remote: Values;
}

/**
 * Compares lists of records record by record, regardless of order and length: existing records by ID, new ones by position.
 * `back` turns them into the form's lists again.
 */
export function byRecord<Values extends object>(sides: Sides<Values>) {
  const { base, mine, remote } = sides as Sides<Fields>;
  const lists = Object.keys(base).filter((name) => isOfRecords([base[name], mine[name], remote[name]]));
  const keyed = (values: Fields) =>
    ({ ...values, ...Object.fromEntries(lists.map((name) => [name, keyedList(values[name])])) }) as Values;
  const back = (values: Values): Values => {
    const rows = (name: string) => Object.values((values as Fields)[name] as Fields).filter(Boolean);
    const known = (name: string) => new Set((remote[name] as Fields[]).map(({ _id }) => _id));
    return {
      ...values,
      ...Object.fromEntries(
        lists.map((name) => [name, rows(name).map((row) => asNew(row as Fields, known(name)))]),
      ),
    };
  };
  return { base: keyed(base), mine: keyed(mine), remote: keyed(remote), back };
}

const isOfRecords = (lists: readonly unknown[]): boolean =>
  lists.every((list) => Array.isArray(list) && list.every(isRecord)) &&
  lists.some((list) => (list as Fields[]).some(({ _id }) => typeof _id === 'string'));

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function keyedList(list: unknown): Fields {
  let added = 0;
  return Object.fromEntries(
    (list as Fields[]).map((row) => [typeof row._id === 'string' ? row._id : `new ${++added}`, row]),
  );
}

/** A record that the other user deleted but we keep becomes a new record. */
function asNew(row: Fields, known: ReadonlySet<unknown>): Fields {
  if (row._id === undefined || known.has(row._id)) return row;
  const { _id, ...rest } = row;
  return rest;
}
