import { useEffect, useRef, useState } from 'react';
import { findFormDraft, removeFormDraft, storeFormDraft } from '../../../core/offline/browser-store.ts';
import { getSession, onLeaving, useSession } from '../../../core/session/session.ts';
import type { FormFace, FormState, Values } from '../use-zod-form.ts';

const saveAfterMs = 200;

/**
 * Keeps unsaved input of a form across a reload, encrypted and for this user only. The draft ends when the form is saved,
 * discarded or left. Returns when the restored changes were made, and a function to discard them.
 */
export function useFormDraft(form: FormFace, name: string | undefined) {
  const userId = useSession()?.userId;
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const latest = useRef(form);
  latest.current = form;
  const read = useRef<FormState>({ values: form.values, base: form.base });
  const isKept = useRef(false);

  useEffect(() => {
    if (!userId || !name) return;
    let isGone = false;
    // A browser without storage has no drafts.
    void findFormDraft<FormState>(userId, name)
      .catch(() => undefined)
      .then((draft) => {
        if (isGone || !draft || latest.current.changed.length > 0) return;
        const { values, base } = draft.content;
        isKept.current = true;
        latest.current.resume({
          values: { ...read.current.values, ...values },
          base: { version: base.version, values: { ...read.current.base.values, ...base.values } },
        });
        setRestoredAt(draft.at);
      });
    return () => {
      isGone = true;
    };
  }, [userId, name]);

  const { values, base } = form;
  const isChanged = form.changed.length > 0;
  useEffect(() => {
    if (!userId || !name) return;
    if (!isChanged) {
      if (isKept.current) void removeFormDraft(userId, name).catch(() => undefined);
      isKept.current = false;
      setRestoredAt(null);
      return;
    }
    const keep = () => {
      isKept.current = true;
      const content: FormState = {
        values: withoutFiles(values),
        base: { version: base.version, values: withoutFiles(base.values) },
      };
      void storeFormDraft(userId, name, content, Date.now()).catch(() => undefined);
    };
    const timer = setTimeout(keep, saveAfterMs);
    const stop = onLeaving(keep);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [userId, name, isChanged, values, base]);

  useEffect(
    () => () => {
      // A reload runs no cleanup, so the user left the form on purpose.
      const isSignedIn = userId !== undefined && getSession()?.userId === userId;
      if (isKept.current && name && isSignedIn) void removeFormDraft(userId, name).catch(() => undefined);
    },
    [userId, name],
  );
  return { restoredAt, discard: () => latest.current.resume(read.current) };
}

/** Files can't be restored: their fields keep the loaded values; records in lists keep everything but their files. */
export const withoutFiles = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) && !value.some(isFile)
        ? [[name, value.map(withoutFilesIn)]]
        : holdsFile(value)
          ? []
          : [[name, value]],
    ),
  );
const withoutFilesIn = (record: unknown): unknown =>
  holdsFile(record)
    ? Object.fromEntries(
        Object.entries(record as Values).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.filter((one) => !holdsFile(one)) : value,
        ]),
      )
    : record;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** A file, or a record that contains one. */
const isFile = (value: unknown): boolean =>
  value instanceof Blob || (isObject(value) && Object.values(value).some((one) => one instanceof Blob));
const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (isObject(value) && Object.values(value).some(holdsFile));
