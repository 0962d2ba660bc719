import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import {
  fillIn,
  type MessageFacts,
  type Recall,
  recallRoutes,
  usualMessage,
} from '@aisle/contract/sales/recalls';
import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import classes from './recalls.module.css';

/** Decides what is done about the goods and whom to tell, and starts it. */
export function ActDialog({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const mayEditOrders = useMay('order_edit');
  const mayCancel = useMay('cancel_order');
  const { reach } = recall;
  const [writeOff, setWriteOff] = useState(true);
  const [refund, setRefund] = useState(mayEditOrders && mayCancel && reach.delivered > 0);
  const [tells, setTells] = useState(mayEditOrders && reach.customers > 0);
  const [message, setMessage] = useState(usualMessage);
  const act = useWrite(recallRoutes.act);
  const isNothing = !writeOff && !refund && !tells;
  const isUnsaid = tells && (message.subject.trim() === '' || message.text.trim() === '');
  async function run(): Promise<void> {
    if (isNothing || isUnsaid) return;
    await act.mutateAsync({
      params: { id: recall._id },
      body: { writeOff, refund, message: tells ? message : null },
    });
    onClose();
  }
  const facts = recall.facts as MessageFacts;
  return (
    <Modal opened onClose={onClose} size={680} title={`What is done about ${recall.number}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run().catch(() => undefined);
        }}
      >
        <Stack gap="md">
          <Checkbox
            label="Write off what lies there"
            description="Out of stock as waste. What orders were promised of it stays until they are picked or cancelled."
            checked={writeOff}
            onChange={(event) => setWriteOff(event.currentTarget.checked)}
          />
          <Checkbox
            label={`Open refunds for ${formatCount(reach.delivered)} delivered orders, ${formatMoney(reach.sold)} at most`}
            description={
              mayCancel && mayEditOrders
                ? 'Only what they hold of these lots. Your password is asked for.'
                : 'This needs the permissions order_edit and cancel_order.'
            }
            disabled={!mayCancel || !mayEditOrders}
            checked={refund}
            onChange={(event) => setRefund(event.currentTarget.checked)}
          />
          <Checkbox
            label={`Write to ${formatCount(reach.withEmail)} of ${formatCount(reach.customers)} customers`}
            description={
              mayEditOrders
                ? 'Who has no email stays in the list, to be called.'
                : 'This needs the permission order_edit.'
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
                label="Text"
                description="{firstName}, {products}, {orders}, {location}, {reason} and {brand} stand for what they name."
                autosize
                minRows={6}
                maxRows={14}
                maxLength={5000}
                value={message.text}
                error={message.text.trim() === '' && 'Text is required'}
                onChange={(event) => setMessage({ ...message, text: event.currentTarget.value })}
              />
              <div>
                <Text size="sm" fw={500} mb={4}>
                  What the first customer reads
                </Text>
                <div className={classes.message}>
                  <strong>{fillIn(message.subject, facts)}</strong>
                  {'\n\n'}
                  {fillIn(message.text, facts)}
                </div>
              </div>
            </>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={act.isPending} disabled={isNothing || isUnsaid}>
              Start
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
