import { type BoardDriver, dispatchRoutes, type TripLink } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, CopyButton, Group, Modal, Skeleton, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { DateText } from '../../../ui/values/values.tsx';

interface TripLinkDialogProps {
  tripId: string;
  driverName: string;
  /** Undefined if the driver no longer works for the location. */
  driver?: BoardDriver | undefined;
  /** The location's time zone. */
  timeZone: string;
  /** An existing link, if there is one. */
  made?: TripLink;
  onClose: () => void;
}
/** The link that opens a trip, with buttons to copy it or send it by text message. */
export function TripLinkDialog(props: TripLinkDialogProps) {
  const { tripId, driverName, driver, timeZone, made, onClose } = props;
  const making = useWrite(dispatchRoutes.link);
  const closing = useWrite(dispatchRoutes.revokeLinks);
  const [link, setLink] = useState(made);
  const wasRequested = useRef(false);
  useEffect(() => {
    if (link || wasRequested.current) return;
    wasRequested.current = true;
    making.mutateAsync({ params: { id: tripId } }).then(setLink, onClose);
  });
  const text = link ? encodeURIComponent(`Your deliveries: ${link.link}`) : '';
  return (
    <Modal opened onClose={onClose} title={`Link for ${driverName}`}>
      {!link && <Skeleton height={96} />}
      {link && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            Opens this trip without signing in. Send it only to {driverName}. It works until the trip ends, or
            until <DateText value={link.expiresAt} withTime timeZone={timeZone} /> at the latest.
          </Text>
          <TextInput
            aria-label="Link"
            data-autofocus
            readOnly
            value={link.link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group gap="xs" mt="lg">
            <Button
              variant="subtle"
              color="red"
              mr="auto"
              loading={closing.isPending}
              onClick={() => closing.mutate({ params: { id: tripId } }, { onSuccess: onClose })}
            >
              Revoke all links
            </Button>
            {driver && (
              <Button component="a" variant="default" href={`sms:${driver.phone}?&body=${text}`}>
                Send by text
              </Button>
            )}
            <CopyButton value={link.link}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
            </CopyButton>
          </Group>
        </>
      )}
    </Modal>
  );
}
