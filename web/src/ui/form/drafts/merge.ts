import { changedPaths, valueAt } from '../changes.ts';

/** The paths that both sides changed to different values. */
export function findConflicts(base: unknown, mine: unknown, remote: unknown): string[] {
  const changedByThem = changedPaths(base, remote);
  const differing = new Set(changedPaths(mine, remote));
  const clashing = changedPaths(base, mine).filter((path) =>
    // One side can change a whole value while the other changes a part of it.
    changedByThem.some((other) => isWithin(path, other) || isWithin(other, path))
      ? [...differing].some((one) => isWithin(one, path) || isWithin(path, one))
      : false,
  );
  // No part can be kept of a value that the other user removed.
  const gone = changedByThem.filter((path) => path.includes('.') && valueAt(remote, path) === undefined);
  return [...new Set(clashing.map((path) => gone.find((whole) => isWithin(path, whole)) ?? path))];
}
const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** The other user's values, with ours at these paths. */
export function joined<Values extends object>(
  remote: Values,
  mine: Values,
  paths: readonly string[],
): Values {
  return paths.reduce(
    (values, path) => withValue(values, path.split('.'), valueAt(mine, path)) as Values,
    remote,
  );
}

function withValue(root: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((one, at) => (String(at) === name ? withValue(one, rest, value) : one));
  }
  const fields = (root ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: withValue(fields[name], rest, value) };
}

/** The top-level fields that contain these paths. */
export function partsAt(values: object, paths: readonly string[]): object {
  const names = new Set(paths.map((path) => path.split('.', 1)[0]));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
