import { type RefObject, useEffect, useRef, useState } from 'react';
import { byRecord } from './by-record.ts';
import { changedPaths } from './changes.ts';
import { joined } from './drafts/merge.ts';

/** The loaded record: its field values and its version. */
export interface Base<Input> {
  values: Input;
  version: number;
}
export interface Versioned {
  version: number;
  _id?: string;
}

/** The values that a form is compared with, and a function to replace them. */
export function useFormBase<Input>(first: () => Base<Input>): {
  base: Base<Input>;
  latestBase: RefObject<Base<Input>>;
  startFrom: (next: Base<Input>) => void;
} {
  const [base, setBase] = useState(first);
  // A response can arrive before the form renders again.
  const latestBase = useRef(base);
  function startFrom(next: Base<Input>): void {
    latestBase.current = next;
    setBase(next);
  }
  return { base, latestBase, startFrom };
}

/** Shows a newer version of a record unless the user is typing. */
export function useNewerRecord<Record extends Versioned>(
  record: Record | undefined,
  version: number,
  isUntouched: boolean,
  rebase: (record: Record) => void,
): void {
  const isNewer = record !== undefined && record.version > version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rebase` is another function each time
  useEffect(() => {
    if (isNewer && isUntouched) rebase(record);
  }, [isNewer, isUntouched, record?.version]);
}

/** The next values, with everything typed since `sent` was sent. */
export function withLaterInput<Input extends object>(sent: Input, typed: Input, next: Input): Input {
  const { base, mine, remote, back } = byRecord({ base: sent, mine: typed, remote: next });
  return back(joined(remote, mine, changedPaths(base, mine)));
}
