import { locationRoutes } from '@aisle/contract/locations/locations';
import {
  eventSubject,
  type Webhook,
  WebhookInput,
  webhookEventGroups,
  webhookEventNames,
  webhookEvents,
  webhookRoutes,
} from '@aisle/contract/system/webhooks/webhooks';
import { Checkbox, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { useWrite } from '../../core/api.ts';
import { defaultExpiry, expiryChoices } from '../../links/system/key-expiry.ts';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
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
  locationIds: webhook?.locationIds ?? null,
  body: webhook?.body ?? ('thin' as const),
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
      <ChoiceMultiSelect
        label="Locations"
        description="Sends events of these locations, and events that concern all locations"
        placeholder={form.values.locationIds ? '' : 'All locations'}
        route={locationRoutes.dropdown}
        current={webhook?.locations ?? []}
        clearable
        {...form.getInputProps('locationIds')}
        value={form.values.locationIds ?? []}
        onChange={(ids) => form.setFieldValue('locationIds', ids.length > 0 ? ids : null)}
      />
      <Radio.Group label="Content" {...form.getInputProps('body')}>
        <Stack gap="xs" mt={6}>
          <Radio color="teal" value="thin" label="IDs, amounts and statuses" />
          <Radio
            color="teal"
            value="fat"
            label="Also the current record"
            description="As it is in its list, with personal data such as customer names"
          />
        </Stack>
      </Radio.Group>
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
