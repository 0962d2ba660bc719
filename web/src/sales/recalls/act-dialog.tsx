import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  defaultMessage,
  fillIn,
  type MessageFacts,
  type Recall,
  recallRoutes,
} from '@aisle/contract/sales/recalls';
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import classes from './recalls.module.css';

/** Selects whether to write off, refund and notify, and starts the job. */
export function ActDialog({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const mayEditOrders = useCan('order_edit');
  const mayCancel = useCan('cancel_order');
  const { reach } = recall;
  const [writeOff, setWriteOff] = useState(true);
  const [refund, setRefund] = useState(mayEditOrders && mayCancel && reach.delivered > 0);
  const [tells, setTells] = useState(mayEditOrders && reach.customers > 0);
  const [message, setMessage] = useState(defaultMessage);
  const act = useWrite(recallRoutes.act);
  const isNothing = !writeOff && !refund && !tells;
  const isMessageIncomplete = tells && (message.subject.trim() === '' || message.text.trim() === '');
  async function run(): Promise<void> {
    if (isNothing || isMessageIncomplete) return;
    await act.mutateAsync({
      params: { id: recall._id },
      body: { writeOff, refund, message: tells ? message : null },
    });
    onClose();
  }
  const facts = recall.facts as MessageFacts;
  return (
    <ShortDialog
      size={680}
      title={`Process ${recall.number}`}
      submit="Process recall"
      isRunning={act.isPending}
      disabled={isNothing || isMessageIncomplete}
      onSubmit={run}
      onClose={onClose}
    >
      <Checkbox
        label="Write off stock on hand"
        description="Removes it as waste. Stock reserved for orders stays until they're picked or cancelled."
        checked={writeOff}
        onChange={(event) => setWriteOff(event.currentTarget.checked)}
      />
      <Checkbox
        label={`Refund ${formatCount(reach.delivered)} delivered orders, up to ${formatMoney(reach.sold)}`}
        description={
          mayCancel && mayEditOrders
            ? "Refunds only items from these lots. You'll be asked for your password."
            : 'Requires the permissions order_edit and cancel_order.'
        }
        disabled={!mayCancel || !mayEditOrders}
        checked={refund}
        onChange={(event) => setRefund(event.currentTarget.checked)}
      />
      <Checkbox
        label={`Email ${formatCount(reach.withEmail)} of ${formatCount(reach.customers)} customers`}
        description={
          mayEditOrders
            ? 'Customers without an email stay on the list so you can call them.'
            : 'Requires the permission order_edit.'
        }
        disabled={!mayEditOrders}
        checked={tells}
        onChange={(event) => setTells(event.currentTarget.checked)}
      />
      {tells && (
        <>
          <TextInput
            label="Subject"
            maxLength={150}
            value={message.subject}
            error={message.subject.trim() === '' && 'Subject is required'}
            onChange={(event) => setMessage({ ...message, subject: event.currentTarget.value })}
          />
          <Textarea
            label="Message"
            description="{firstName}, {products}, {orders}, {location}, {reason} and {brand} are filled in for each customer."
            autosize
            minRows={6}
            maxRows={14}
            maxLength={5000}
            value={message.text}
            error={message.text.trim() === '' && 'Message is required'}
            onChange={(event) => setMessage({ ...message, text: event.currentTarget.value })}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              Preview for the first customer
            </Text>
            <div className={`text-sm pre-wrap break-anywhere ${classes.message}`}>
              <strong>{fillIn(message.subject, facts)}</strong>
              {'\n\n'}
              {fillIn(message.text, facts)}
            </div>
          </div>
        </>
      )}
    </ShortDialog>
  );
}
