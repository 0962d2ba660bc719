import { fieldErrors } from '@aisle/contract/core/envelope';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import {
  type OrderMessageKind,
  OrderMessageTemplate,
  orderMessageFields,
  standardTemplates,
} from '@aisle/contract/system/order-messages';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { useCan } from '../../../core/session/session.ts';
import { TemplateText } from '../../../ui/form/fields/template-text.tsx';
import classes from '../settings.module.css';

interface MessageTextDialogProps {
  kind: OrderMessageKind;
  label: string;
  /** Undefined: the standard text. */
  template: OrderMessageTemplate | undefined;
  onClose: () => void;
  onChange: (template: OrderMessageTemplate | undefined) => void;
}

/** Edits the text of one order message, with a preview for a real order. The settings page saves the changes. */
export function MessageTextDialog({ kind, label, template, onClose, onChange }: MessageTextDialogProps) {
  const [draft, setDraft] = useState(template ?? standardTemplates[kind]);
  const checked = OrderMessageTemplate.safeParse(draft);
  const errors = Object.fromEntries(
    checked.success ? [] : fieldErrors(checked.error).map(({ path, message }) => [path, message]),
  );
  const field = (name: keyof OrderMessageTemplate) => ({
    fields: orderMessageFields,
    value: draft[name],
    error: errors[name],
    onChange: (text: string) => setDraft((before) => ({ ...before, [name]: text })),
  });
  return (
    <Modal opened onClose={onClose} title={label} size="xl">
      <div className={classes.textDialog}>
        <div className={classes.textFields}>
          <TemplateText label="Subject" {...field('subject')} />
          <TemplateText
            label="Email"
            description="A paragraph whose fields are all empty is left out."
            isLong
            {...field('body')}
          />
          <TemplateText
            label="Text message"
            description="For text messages and push notifications."
            {...field('text')}
          />
        </div>
        <OrderPreview kind={kind} template={checked.success ? checked.data : undefined} />
      </div>
      <Group justify="space-between" mt="md">
        <Button
          variant="default"
          onClick={() => {
            onChange(undefined);
            onClose();
          }}
        >
          Use standard text
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!checked.success}
            onClick={() => {
              if (checked.success) onChange(checked.data);
              onClose();
            }}
          >
            Use this text
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

interface OrderPreviewProps {
  kind: OrderMessageKind;
  template: OrderMessageTemplate | undefined;
}
function OrderPreview({ kind, template }: OrderPreviewProps) {
  const maySeeOrders = useCan('order_view');
  const [number, setNumber] = useState('');
  const test = useWrite(orderMessageRoutes.test);
  const question = template && { kind, template, ...(number.trim() && { orderNumber: number.trim() }) };
  const [requested] = useDebouncedValue(question && JSON.stringify(question), 300);
  const { data, error } = useQuery({
    ...read(orderMessageRoutes.preview, {
      body: JSON.parse(requested ?? '{}') as NonNullable<typeof question>,
    }),
    enabled: requested !== undefined && maySeeOrders,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  if (!maySeeOrders) return null;
  return (
    <div className={classes.textFields}>
      <TextInput
        label="Preview with order"
        placeholder={data?.orderNumber ?? 'Latest order'}
        value={number}
        error={error && (isApiError(error) ? (error.fields[0]?.message ?? error.message) : error.message)}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      {data && !error && (
        <section className={classes.textPreview} aria-label="Preview">
          <Text fw={600}>{data.subject}</Text>
          <div className={`text-md pre-wrap break-anywhere ${classes.textBody}`}>{data.body}</div>
          <div className={`text-sm pre-wrap break-anywhere ${classes.textBubble}`}>{data.text}</div>
        </section>
      )}
      <Button
        variant="default"
        disabled={!question || Boolean(error)}
        loading={test.isPending}
        onClick={() => question && test.mutate({ body: question })}
      >
        Send test to me
      </Button>
    </div>
  );
}
