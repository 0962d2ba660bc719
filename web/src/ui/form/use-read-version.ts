import { useState } from 'react';
import { isApiError } from '../../core/api-error.ts';
import type { Versioned } from './use-form-base.ts';

/**
 * The version of a record that the user of a dialog read. The screen behind the dialog refreshes the record, and its newest
 * version would silently accept what others changed in the meantime. Returns a function that sends a write with this
 * version; after a rejection, which the dialog shows, the next attempt counts as a decision on the current record.
 * `matters` tells which changes need that decision; the write is repeated after all others.
 */
export function useReadVersion<Record extends Versioned>(
  record: Record,
  matters: (now: Record, opened: Record) => boolean = () => true,
) {
  const [opened, setOpened] = useState(record);
  return async <Saved>(write: (version: number) => Promise<Saved>): Promise<Saved> => {
    try {
      return await write(opened.version);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'version-stale' || !error.data) throw error;
      const now = error.data as Record;
      setOpened(now);
      if (matters(now, opened)) throw error;
      return write(now.version);
    }
  };
}
