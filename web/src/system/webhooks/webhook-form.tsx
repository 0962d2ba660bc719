import {
  eventSubject,
  type Webhook,
  WebhookInput,
  webhookEventGroups,
  webhookEventNames,
  webhookEvents,
  webhookRoutes,
} from '@aisle/contract/system/webhooks/webhooks';
import { Checkbox, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { useWrite } from '../../core/api.ts';
import { defaultExpiry, expiryChoices } from '../../links/system/key-expiry.ts';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface WebhookFormProps {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined;
  /** Receives the secret of a new endpoint, which isn't shown again. */
  onMade?: (made: { name: string; secret: string }) => void;
  onClose: () => void;
}

const toValues = (webhook?: Webhook) => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: webhook?.events ?? [],
  status: webhook?.status ?? true,
  expiresAt: webhook?.expiresAt ?? defaultExpiry(),
});

const eventsAbout = (subjects: readonly string[]) =>
  webhookEventNames.filter((event) => subjects.includes(eventSubject(event)));

/** Adds or edits a webhook. */
export function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
  const form = useZodForm(WebhookInput, toValues, webhook);
  const create = useWrite(webhookRoutes.create);
  const edit = useWrite(webhookRoutes.edit);

  async function save(
    values: WebhookInput,
    version: number,
    changed: Partial<WebhookInput>,
  ): Promise<Webhook> {
    if (webhook) return edit.mutateAsync({ params: { id: webhook._id }, body: { ...changed, version } });
    const made = await create.mutateAsync({ body: values });
    onMade?.(made);
    return made;
  }

  return (
    <FormDrawer title={webhook ? 'Edit webhook' : 'New webhook'} form={form} save={save} onClose={onClose}>
      <TextInput
        label="Name"
        description="Who receives events, such as “Storefront”"
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address"
        description="Receives each event as a signed POST request"
        placeholder="https://shop.example.com/aisle-events"
        type="url"
        withAsterisk
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" withAsterisk {...form.getInputProps('events')}>
        <Stack gap="sm" mt={8}>
          {Object.entries(webhookEventGroups).map(([group, subjects]) => (
            <Fragment key={group}>
              <Text size="sm" c="dimmed">
                {group}
              </Text>
              {eventsAbout(subjects).map((event) => (
                <Checkbox
                  key={event}
                  color="teal"
                  value={event}
                  label={webhookEvents[event]}
                  description={<code className="text-xs break-anywhere">{event}</code>}
                />
              ))}
            </Fragment>
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={webhook ? 'Expires' : 'Expires after'}
        description="You get an email 30 and 7 days before"
        data={expiryChoices(webhook?.expiresAt)}
        allowDeselect={false}
        {...form.getInputProps('expiresAt')}
      />
      <Switch
        label="On"
        description="Events aren't kept while it's off"
        color="teal"
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
