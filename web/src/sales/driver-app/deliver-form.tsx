import { formatMoney } from '@aisle/contract/core/money';
import { type Stop, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, FileButton, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './driver-app.module.css';
import { fieldError } from './field-error.ts';
import { useTripStep } from './use-trip.ts';

/** Takes the customer's code, or a photo of the order at the door. */
export function DeliverForm({ stop, token }: { stop: Stop; token: string }) {
  const delivering = useTripStep(tripRoutes.deliver, token);
  const [code, setCode] = useState('');
  const [photo, setPhoto] = useState<File | null>(null);
  const preview = usePreview(photo);
  const isReady = code.trim() !== '' || photo !== null;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        void delivering.run({
          body: { deliveryId: stop._id, ...(code.trim() && { code: code.trim() }) },
          ...(photo && { files: { photo } }),
        });
      }}
    >
      <TextInput
        label="Customer's code"
        size="md"
        inputMode="numeric"
        autoComplete="off"
        value={code}
        error={fieldError(delivering.error, 'code')}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {preview && <img className={classes.photo} src={preview} alt="The order at the door" />}
      <FileButton
        accept="image/*"
        capture="environment"
        onChange={(file) => {
          setPhoto(file);
          // The photo replaces the code, because the server would still reject a wrong code.
          if (file) setCode('');
        }}
      >
        {(props) => (
          <Button {...props} size="md" variant="default" leftSection={<IconCamera size={20} />}>
            {photo ? 'Take another photo' : 'No code? Take a photo'}
          </Button>
        )}
      </FileButton>
      <Button size="lg" type="submit" disabled={!isReady} loading={delivering.isPending}>
        {stop.cashDue > 0 ? `Confirm delivery and ${formatMoney(stop.cashDue)} cash` : 'Confirm delivery'}
      </Button>
    </form>
  );
}

function usePreview(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
