import type { CustomerChoice } from '@aisle/contract/customers/customers';
import { supportRoutes, TicketInput } from '@aisle/contract/service/support';
import { Group, Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { CustomerSelect } from '../../links/customers/customer-select.tsx';
import { LocationSelect } from '../../links/locations/location-select.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Facts } from '../../ui/record/record-page.tsx';
import { AttachButton, AttachedFiles, useAttachments } from './conversation/attachments.tsx';
import { priorityChoices } from './ticket-labels.ts';
import { useSupportOptions } from './use-support-options.ts';

interface NewTicketProps {
  /** The customer, if already known. */
  customer?: { _id: string; name: string } | undefined;
  order?: { _id: string; number: string } | undefined;
  onClose: () => void;
}

/** The tags and the assignee are set later. */
const TicketFields = TicketInput.omit({ tags: true, assignee: true });

/** Creates a ticket for a customer who calls or walks in; staff enter the customer's first message. */
export function NewTicket({ customer, order, onClose }: NewTicketProps) {
  const navigate = useNavigate();
  const mayView = useCan('support_view');
  const { user } = useSignedIn();
  const { categories } = useSupportOptions();
  const creating = useWrite(supportRoutes.create);
  const attachments = useAttachments();
  const newId = useRef('');
  const isOfStore = user.userType === 'store';
  const form = useZodForm(TicketFields, () => ({
    subject: '',
    customerId: customer?._id ?? '',
    locationId: isOfStore && !customer ? (user.locations[0]?._id ?? '') : '',
    orderId: order?._id ?? '',
    category: order ? 'order' : '',
    priority: 'normal',
    message: '',
  }));
  async function save(body: TicketInput): Promise<void> {
    const created = await creating.mutateAsync({ body, files: { attachments: attachments.files } });
    newId.current = created._id;
  }
  return (
    <FormDrawer
      title="New ticket"
      saveLabel="Create ticket"
      form={form}
      save={save}
      onClose={onClose}
      onSaved={() => {
        if (mayView) void navigate({ to: '/supports/$id', params: { id: newId.current } });
      }}
    >
      {customer || order ? (
        <Facts
          facts={[
            ['Customer', customer?.name],
            ['Order', order?.number],
          ]}
        />
      ) : (
        <RequesterFields form={form} />
      )}
      <TextInput label="Subject" withAsterisk data-autofocus {...form.getInputProps('subject')} />
      <Group grow gap="md" align="flex-start">
        <Select
          label="Category"
          withAsterisk
          data={categories.map(({ key, name }) => ({ value: key, label: name }))}
          {...form.getInputProps('category')}
        />
        <Select label="Priority" data={priorityChoices} {...form.getInputProps('priority')} />
      </Group>
      <div {...attachments.target}>
        <Textarea
          label="Message"
          description={form.values.locationId ? undefined : 'In the words of the customer'}
          withAsterisk
          autosize
          minRows={5}
          {...form.getInputProps('message')}
        />
      </div>
      <Input.Wrapper label="Attachments" labelElement="div">
        <div>
          <AttachedFiles attachments={attachments} />
          <AttachButton attachments={attachments} isWide />
        </div>
      </Input.Wrapper>
    </FormDrawer>
  );
}

interface TicketValues {
  [name: string]: unknown;
  customerId: string;
  locationId: string;
}
type TicketForm = ReturnType<typeof useZodForm<typeof TicketFields, TicketValues, { version: number }>>;
/** Selects the customer or store that the ticket is from. */
function RequesterFields({ form }: { form: TicketForm }) {
  const mayList = useCan('customer_list');
  const [customer, setCustomer] = useState<CustomerChoice | null>(null);
  const [from, setFrom] = useState(form.values.locationId || !mayList ? 'store' : 'customer');
  function choose(next: string): void {
    setFrom(next);
    setCustomer(null);
    form.setFieldValue('customerId', '');
    form.setFieldValue('locationId', '');
  }
  return (
    <>
      {mayList && (
        <SegmentedControl
          fullWidth
          aria-label="Who asks"
          value={from}
          onChange={choose}
          data={[
            { value: 'customer', label: 'From a customer' },
            { value: 'store', label: 'From a store' },
          ]}
        />
      )}
      {from === 'customer' ? (
        <CustomerSelect
          customer={customer}
          data-path="customerId"
          error={form.errors.customerId}
          onPick={(picked) => {
            setCustomer(picked);
            form.setFieldValue('customerId', picked?._id ?? '');
          }}
        />
      ) : (
        <LocationSelect withAsterisk {...form.getInputProps('locationId')} />
      )}
    </>
  );
}
