import type { IgnoredEmail, IgnoreReason } from '@aisle/contract/service/support';

export const reasonLabels: Record<IgnoreReason, { label: string; hint: string }> = {
  autoReply: { label: 'Automatic reply', hint: 'Its headers mark it as sent automatically or in bulk.' },
  list: { label: 'Mailing list', hint: 'Its headers mark it as sent to a mailing list.' },
  loop: {
    label: 'Email loop',
    hint: 'It comes from your own support address or passed too many servers.',
  },
  bounce: { label: 'Bounce', hint: "It reports that an email couldn't be delivered." },
  empty: { label: 'Empty', hint: 'It has no subject, text or attachments.' },
  tooMany: { label: 'Too many emails', hint: 'Its sender had already sent 20 emails within an hour.' },
};

export const senderText = ({ sender }: Pick<IgnoredEmail, 'sender'>): string =>
  sender?.name ?? sender?.email ?? 'Unknown sender';
