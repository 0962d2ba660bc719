import { formatPhone } from '@aisle/contract/core/phones';
import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

/** A phone link, with a button that copies the number. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <span className="tabular" style={{ display: 'inline-flex', alignItems: 'center', whiteSpace: 'nowrap' }}>
    <Anchor href={`tel:${phone}`} inherit>
      {formatPhone(phone)}
    </Anchor>
    {navigator.clipboard && <CopyButton text={formatPhone(phone)} />}
  </span>
);

const copiedMs = 1500;
function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? IconCheck : IconCopy;
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined, // The user denied the permission that the browser asked for.
    );
  return (
    <Tooltip label={isCopied ? 'Copied' : 'Copy'}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        ml={4}
        my={-2}
        aria-label={`Copy ${text}`}
        onClick={copy}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** A phone number without a link, for tables and sentences. */
export const PhoneText = ({ phone }: { phone: string | null }) =>
  phone && (
    <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {formatPhone(phone)}
    </span>
  );

export const EmailLink = ({ email }: { email: string }) => (
  <Anchor href={`mailto:${email}`} inherit>
    {email}
  </Anchor>
);

interface Address {
  line1: string;
  line2?: string | null | undefined;
  city: string;
  state: string;
  postalCode: string;
}
/** The street on one line, the city on the next. */
export const AddressText = ({ address: { line1, line2, city, state, postalCode } }: { address: Address }) => (
  <>
    {line1}
    {line2 && `, ${line2}`}
    <br />
    {city}, {state} {postalCode}
  </>
);
