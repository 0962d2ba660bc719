import { type Stop, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './driver-app.module.css';
import { fieldError } from './field-error.ts';
import { useTripStep } from './use-trip.ts';

/** The store gives the code with the bags, so that the driver takes the right ones. */
export function CollectForm({ stop, token }: { stop: Stop; token: string }) {
  const collecting = useTripStep(tripRoutes.pickUp, token);
  const [code, setCode] = useState('');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) void collecting.run({ body: { deliveryId: stop._id, code: code.trim() } });
      }}
    >
      <TextInput
        label={`Code for ${stop.orderNumber}`}
        description="Ask the store for the code"
        size="md"
        inputMode="numeric"
        autoComplete="off"
        value={code}
        error={fieldError(collecting.error, 'code')}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button size="lg" type="submit" disabled={!code.trim()} loading={collecting.isPending}>
        Confirm pickup
      </Button>
    </form>
  );
}
