import type { TicketAttachment, TicketMessage, TicketView } from '@aisle/contract/service/support';
import { IconLock } from '@tabler/icons-react';
import { bytesText } from '../../../ui/values/bytes-text.ts';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { mailTexts } from '../ticket-labels.ts';
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
    <li className={`card ${classes.message}`} data-message data-from={internal ? 'note' : from}>
      <header className={`row wrap mb-2 ${classes.head}`}>
        <span className={classes.initials} aria-hidden>
          {initialsOf(author.name)}
        </span>
        <b className="min-w-0 bold break-anywhere" dir="auto">
          {author.name}
        </b>
        {internal && (
          <span className="inline-row gap-1 text-xs waiting">
            <IconLock size={14} aria-hidden />
            Internal note
          </span>
        )}
        {merged && <span className="text-sm secondary">on {merged.number}</span>}
        <span className={`inline-row wrap ml-auto text-sm secondary ${classes.when}`}>
          <Mail message={message} />
          <DateText value={at} withTime />
        </span>
      </header>
      <div className={classes.text} dir="auto">
        <Linked text={text} />
      </div>
      {quoted && (
        <details className={`mt-2 text-sm secondary ${classes.quoted}`}>
          <summary>Quoted text</summary>
          <div className={classes.text} dir="auto">
            {quoted}
          </div>
        </details>
      )}
      {attachments.length > 0 && (
        <ul className={`plain-list flex wrap gap-2 mt-3 ${classes.attachments}`} aria-label="Attachments">
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

/** The delivery status of an emailed reply, and its recipient. */
function Mail({ message: { mail } }: { message: TicketMessage }) {
  if (!mail || mail.state === 'received') return null;
  const { label, family } = mailTexts[mail.state];
  return (
    <span title={mail.to ? `To ${mail.to}` : undefined}>
      {family === 'off' ? (
        <span className="text-sm secondary">{label}</span>
      ) : (
        <StatusBadge family={family} label={label} />
      )}
    </span>
  );
}

const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;
/** Plain text with clickable web addresses. */
function Linked({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their sequence
      <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** Documents are PDFs, or emails that couldn't be parsed. */
const documentType = (name: string): string => (name.endsWith('.eml') ? 'message/rfc822' : 'application/pdf');

function Attachment({ attachment: { name, kind, bytes, url, preview } }: { attachment: TicketAttachment }) {
  const words = `${name}, ${bytesText(bytes)}`;
  return (
    <a
      className={`inline-row text-sm ${classes.attachment}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={words}
    >
      {kind === 'image' && preview ? (
        <img src={preview} alt={name} loading="lazy" />
      ) : (
        <>
          <FileIcon type={kind === 'document' ? documentType(name) : 'image/*'} />
          <span className="min-w-0 truncate">{name}</span>
          <span className="text-sm secondary">{bytesText(bytes)}</span>
        </>
      )}
    </a>
  );
}
