import { useState } from 'react';
import { isApiError } from '../../../core/api-error.ts';
import { changedPaths } from '../changes.ts';
import type { Versioned } from '../use-form-base.ts';
import type { Conflict, Values } from '../use-zod-form.ts';
import { findConflicts, joined } from './merge.ts';

interface RecordDraft<Record, Draft> {
  /** The record that the user read: as of the opening, or of a conflict that is resolved. */
  read: Record;
  before: Draft;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  conflict: Conflict | null;
  /**
   * Sends the draft with the record that the user read. If another user saved other fields first, sends it again with
   * both changes. Returns undefined if both changed the same fields: `conflict` then asks which values to keep.
   */
  save: <Saved>(send: (draft: Draft, read: Record) => Promise<Saved>) => Promise<Saved | undefined>;
}

/**
 * The draft of a dialog without a form schema. Its screen refreshes the record while the dialog is open, so the version to
 * send is the one that the user read: the newest one would silently overwrite what others saved in the meantime.
 * `comparable` returns one text or number per field, so that values with several notations compare as equal.
 */
export function useRecordDraft<Record extends Versioned, Draft extends Values>(
  record: Record,
  toDraft: (record: Record) => Draft,
  comparable: (draft: Draft) => Values = (draft) => draft,
): RecordDraft<Record, Draft> {
  const [read, setRead] = useState(record);
  const [draft, setDraft] = useState(() => toDraft(record));
  const [current, setCurrent] = useState<Record | null>(null);
  const before = toDraft(read);
  const changed = changedPaths(comparable(before), comparable(draft));
  const conflicting = (now: Record) =>
    findConflicts(comparable(before), comparable(draft), comparable(toDraft(now)));

  function continueFrom(now: Record, mine: readonly string[]): Draft {
    const merged = joined(toDraft(now), draft, mine);
    setRead(now);
    setDraft(merged);
    setCurrent(null);
    return merged;
  }

  async function save<Saved>(
    send: (draft: Draft, read: Record) => Promise<Saved>,
  ): Promise<Saved | undefined> {
    try {
      return await send(draft, read);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'version-stale' || !error.data) throw error;
      const now = error.data as Record;
      if (conflicting(now).length === 0) return send(continueFrom(now, changed), now);
      setCurrent(now);
      return undefined;
    }
  }

  function conflictWith(now: Record): Conflict {
    const paths = conflicting(now);
    return {
      record: now,
      mine: draft,
      remote: toDraft(now),
      paths,
      settle: (wanted) => {
        continueFrom(now, [...changed.filter((path) => !paths.includes(path)), ...wanted]);
      },
    };
  }
  return { read, before, draft, setDraft, conflict: current && conflictWith(current), save };
}
