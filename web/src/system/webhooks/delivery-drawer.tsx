import { formatCount } from '@aisle/contract/core/pluralize';
import { type WebhookDeliveryView, webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { Button, Code, CopyButton, Drawer, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../core/api.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Facts } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { DeliveryStatus } from './webhook-status.tsx';
import classes from './webhooks.module.css';

interface DeliveryDrawerProps {
  id: string;
  onClose: () => void;
}

/** One delivery: its body, the response to each attempt, and a button to resend it. */
export function DeliveryDrawer({ id, onClose }: DeliveryDrawerProps) {
  const query = useQuery({ ...read(webhookRoutes.delivery, { params: { id } }), meta: { quiet: true } });
  return (
    <Drawer opened onClose={onClose} position="right" size={600} title={query.data?.event ?? 'Delivery'}>
      <Loaded query={query} back={{ to: '/settings/webhooks', label: 'Webhooks' }}>
        {(delivery) => <Delivery delivery={delivery} onClose={onClose} />}
      </Loaded>
    </Drawer>
  );
}

function Delivery({ delivery, onClose }: { delivery: WebhookDeliveryView; onClose: () => void }) {
  const replaying = useWrite(webhookRoutes.replay);
  const payload = JSON.stringify(JSON.parse(delivery.payload), null, 2);
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Status', <DeliveryStatus key="status" delivery={delivery} />],
          ['To', delivery.url],
          ['Occurred', <DateText key="at" value={delivery.createdAt} withTime />],
          ['Next attempt', delivery.nextAt && <DateText value={delivery.nextAt} withTime />],
          [
            'Event id',
            <code key="event" className="text-xs break-anywhere">
              {delivery.eventId}
            </code>,
          ],
          [
            'Delivery id',
            <code key="id" className="text-xs break-anywhere">
              {delivery._id}
            </code>,
          ],
        ]}
      />
      <section>
        <Group justify="space-between" mb={8}>
          <Title order={3} size="h5">
            Payload
          </Title>
          <CopyButton value={delivery.payload}>
            {({ copied, copy }) => (
              <Button variant="subtle" color="teal" size="xs" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block className={classes.payload} tabIndex={0} aria-label="Payload">
          {payload}
        </Code>
      </section>
      {delivery.attempts.length > 0 && (
        <section>
          <Title order={3} size="h5" mb={8}>
            Attempts
          </Title>
          <ol className="plain-list grid gap-3 text-md">
            {delivery.attempts.toReversed().map((attempt) => (
              <li key={attempt.at}>
                <div>
                  <DateText value={attempt.at} withTime /> ·{' '}
                  {attempt.problem ?? `Responded ${attempt.httpStatus}`} ·{' '}
                  <span className="tabular">{formatCount(attempt.ms)} ms</span>
                </div>
                {attempt.response && (
                  <pre className={`text-xs pre-wrap break-anywhere ${classes.response}`}>
                    {attempt.response}
                  </pre>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      <Group>
        <Button
          loading={replaying.isPending}
          onClick={() => replaying.mutate({ params: { id: delivery._id } }, { onSuccess: onClose })}
        >
          Send again
        </Button>
      </Group>
    </Stack>
  );
}
