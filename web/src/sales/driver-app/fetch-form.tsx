import { type Stop, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './driver-app.module.css';
import { useTripStep } from './use-trip.ts';

/** The customer has handed over the items. The store checks their condition. */
export function FetchForm({ stop, token }: { stop: Stop; token: string }) {
  const fetching = useTripStep(tripRoutes.collect, token);
  const [note, setNote] = useState('');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void fetching.run({ body: { deliveryId: stop._id, note: note.trim() || null } });
      }}
    >
      <TextInput
        label="Note for the store (optional)"
        size="md"
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button size="lg" type="submit" loading={fetching.isPending}>
        {stop.errand === 'swap' ? 'Confirm exchange' : 'Confirm pickup'}
      </Button>
    </form>
  );
}
