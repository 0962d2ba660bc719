import { customerRoutes } from '@aisle/contract/customers/customers';
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { CustomerSelect } from '../../../links/customers/customer-select.tsx';
import { DeliveryAddressFields } from '../../../links/sales/delivery-address.tsx';
import { isBlankAddress } from '../../../ui/form/fields/address-fields.tsx';
import { PhoneInput } from '../../../ui/form/fields/phone-input.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import type { OrderDraft } from '../draft/order-draft.ts';
import classes from '../main-orders.module.css';

interface PartProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  errors: Readonly<Record<string, string>>;
}

/** Selects an existing customer or adds a new one; a new phone number creates a customer with the order. */
export function CustomerPart({ draft, change, errors }: PartProps) {
  const mayFind = useCan('customer_list');
  const { person } = draft;
  const [typed, setTyped] = useState('');
  const isNew = draft.isNew || !mayFind;
  const field = (name: keyof OrderDraft['person']) => ({
    value: person[name],
    error: errors[`customer.${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ isNew: true, person: { ...person, [name]: event.currentTarget.value } }),
  });
  if (!isNew) {
    return (
      // Placed beside the title, because the search results would cover it below the field.
      <Panel
        title="Customer"
        tools={
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              change({
                isNew: true,
                customer: null,
                addressId: null,
                person: draft.customer ? person : customerOf(typed, person),
              })
            }
          >
            New customer
          </Button>
        }
      >
        <Stack gap="sm">
          <CustomerSelect
            label={undefined}
            aria-label="Customer"
            customer={draft.customer}
            onPick={(customer) => change({ customer, addressId: null })}
            // The field clears on blur, so keep the last non-empty text.
            onType={(text) => text && setTyped(text)}
            error={errors.customerId && 'Choose a customer, or add a new one'}
          />
          {draft.customer?.status === 'blocked' && (
            <Alert color="red" variant="light">
              This customer is blocked and can't order.
            </Alert>
          )}
        </Stack>
      </Panel>
    );
  }
  return (
    <Panel
      title="Customer"
      tools={
        mayFind && (
          <Button variant="default" size="xs" onClick={() => change({ isNew: false })}>
            Find an existing customer
          </Button>
        )
      }
    >
      <div className={`grid align-start gap-3 gap-x-4 ${classes.columns}`}>
        <PhoneInput
          withAsterisk
          autoFocus={!person.phone}
          {...field('phone')}
          onChange={(phone) => change({ isNew: true, person: { ...person, phone: phone ?? '' } })}
        />
        <TextInput label="First name" withAsterisk {...field('firstName')} />
        <TextInput label="Last name" {...field('lastName')} />
        <TextInput label="Email" type="email" {...field('email')} />
      </div>
    </Panel>
  );
}

/** Uses the text of a search without results as the phone, email or name of a new customer. */
function customerOf(typed: string, person: OrderDraft['person']): OrderDraft['person'] {
  const text = typed.trim();
  if (text === '' || Object.values(person).some(Boolean)) return person;
  if (/^[+\d][\d ().-]*$/.test(text)) return { ...person, phone: text };
  if (text.includes('@')) return { ...person, email: text };
  const [firstName = '', ...rest] = text.split(/\s+/);
  return { ...person, firstName, lastName: rest.join(' ') };
}

const other = 'other';
/** Selects one of the customer's addresses or takes a new one. */
export function DeliveryPart({ draft, change, errors }: PartProps) {
  const mayView = useCan('customer_view');
  const id = draft.customer?._id;
  const query = useQuery({
    ...read(customerRoutes.show, { params: { id: id ?? '' } }),
    enabled: mayView && id !== undefined,
    meta: { quiet: true },
  });
  const addresses = (id && query.data?.addresses) || [];
  const { address } = draft;
  // Most orders go to the default address, so it is selected once the addresses have loaded.
  const usual = addresses.find(({ isDefault }) => isDefault)?._id;
  const chosenFor = useRef<string>(undefined);
  useEffect(() => {
    // The address of a draft or a repeated order takes precedence.
    if (!id || !usual || chosenFor.current === id || draft.addressId || !isBlankAddress(address)) return;
    chosenFor.current = id;
    change({ addressId: usual });
  });
  return (
    <Stack gap="sm">
      {addresses.length > 0 && (
        <Radio.Group
          label="Deliver to"
          value={draft.addressId ?? other}
          onChange={(value) => change({ addressId: value === other ? null : value })}
        >
          <div className="grid gap-2">
            {addresses.map((one) => (
              <Radio
                key={one._id}
                value={one._id}
                color="teal"
                label={`${one.label}: ${one.line1}${one.line2 ? `, ${one.line2}` : ''}, ${one.city}`}
              />
            ))}
            <Radio value={other} color="teal" label="Another address" />
          </div>
        </Radio.Group>
      )}
      {draft.addressId === null && (
        <DeliveryAddressFields
          value={address}
          errors={errors}
          onChange={(changed) => change({ addressId: null, address: changed })}
        />
      )}
    </Stack>
  );
}
