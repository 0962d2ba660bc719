import { NewOrderNote as OrderNoteSchema } from '@aisle/contract/sales/orders/order-steps';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useStoredDraft } from '../../../ui/form/drafts/use-stored-draft.ts';
import { textSince } from '../../../ui/form/fields/text-since.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import classes from '../orders.module.css';

const emptyNote = { text: '' };
const isEmptyNote = ({ text }: typeof emptyNote): boolean => text === '';

/** Adds a note for colleagues; the key N opens it. An unfinished note stays with its order. */
export function NewOrderNote({ order }: { order: Order }) {
  const client = useQueryClient();
  const adding = useWrite(orderRoutes.addNote);
  const [{ text }, setDraft] = useStoredDraft(`note ${order._id}`, emptyNote, isEmptyNote);
  const field = useRef<HTMLTextAreaElement>(null);
  useHotkeys({ n: () => field.current?.focus() });
  const parsed = OrderNoteSchema.safeParse({ note: text });
  const isEmpty = text.trim() === '';
  const problem = !isEmpty && !parsed.success ? parsed.error.issues[0]?.message : undefined;

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (!parsed.success) return;
    const params = { id: order._id };
    try {
      const after = await adding.mutateAsync({ params, body: parsed.data });
      client.setQueryData(read(orderRoutes.view, { params }).queryKey, after);
      setDraft((now) => ({ text: textSince(text, now.text) }));
    } catch {
      // The error appears in a toast; the typed note stays.
    }
  }
  return (
    <form
      className={`flex align-start gap-2 mb-4 ${classes.noteForm}`}
      onSubmit={(event) => void submit(event)}
    >
      <Textarea
        ref={field}
        aria-label="Note for colleagues"
        placeholder="Note for colleagues"
        autosize
        maxRows={6}
        value={text}
        error={problem}
        onChange={(event) => setDraft({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
        }}
      />
      <Button type="submit" variant="default" loading={adding.isPending} disabled={isEmpty}>
        Add note
      </Button>
    </form>
  );
}
