import type { TicketAttachment, TicketMessage, TicketView } from '@aisle/contract/service/support';
import { IconLock } from '@tabler/icons-react';
import { bytesText } from '../../../ui/values/bytes-text.ts';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { mailTexts } from '../ticket-words.ts';
import { FileIcon } from './attachments.tsx';
import classes from './message.module.css';

interface MessageProps {
  message: TicketMessage;
  ticket: TicketView;
}

export function Message({ message, ticket }: MessageProps) {
  const { author, from, internal, text, quoted, attachments, at } = message;
  const merged = ticket.mergedFrom.find(({ _id }) => _id === message.ticketId);
  return (
    <li className={classes.message} data-message data-from={internal ? 'note' : from}>
      <header className={classes.head}>
        <span className={classes.initials} aria-hidden>
          {initialsOf(author.name)}
        </span>
        <b className={classes.author} dir="auto">
          {author.name}
        </b>
        {internal && (
          <span className={classes.internal}>
            <IconLock size={14} aria-hidden />
            Internal note
          </span>
        )}
        {merged && <span className={classes.quiet}>on {merged.number}</span>}
        <span className={classes.when}>
          <Mail message={message} />
          <DateText value={at} withTime />
        </span>
      </header>
      <div className={classes.text} dir="auto">
        <Linked text={text} />
      </div>
      {quoted && (
        <details className={classes.quoted}>
          <summary>Quoted text</summary>
          <div className={classes.text} dir="auto">
            {quoted}
          </div>
        </details>
      )}
      {attachments.length > 0 && (
        <ul className={classes.attachments} aria-label="Attachments">
          {attachments.map((attachment) => (
            <li key={attachment._id}>
              <Attachment attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** How the email of a reply is doing, and whom it went to. */
function Mail({ message: { mail } }: { message: TicketMessage }) {
  if (!mail || mail.state === 'received') return null;
  const { label, family } = mailTexts[mail.state];
  return (
    <span title={mail.to ? `To ${mail.to}` : undefined}>
      {family === 'off' ? (
        <span className={classes.quiet}>{label}</span>
      ) : (
        <StatusBadge family={family} label={label} />
      )}
    </span>
  );
}

const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;
/** Plain text, in which web addresses can be followed. */
function Linked({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their places
      <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** Documents are PDFs, and emails that couldn't be read. */
const documentType = (name: string): string => (name.endsWith('.eml') ? 'message/rfc822' : 'application/pdf');

function Attachment({ attachment: { name, kind, bytes, url, preview } }: { attachment: TicketAttachment }) {
  const words = `${name}, ${bytesText(bytes)}`;
  return (
    <a className={classes.attachment} href={url} target="_blank" rel="noopener noreferrer" title={words}>
      {kind === 'image' && preview ? (
        <img src={preview} alt={name} loading="lazy" />
      ) : (
        <>
          <FileIcon type={kind === 'document' ? documentType(name) : 'image/*'} />
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>{bytesText(bytes)}</span>
        </>
      )}
    </a>
  );
}
