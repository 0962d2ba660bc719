import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type AudienceCount,
  exclusionLabels,
  type MessageChannel,
  type MessageParts,
} from '@aisle/contract/service/messages';
import { Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import classes from './messages.module.css';

interface AudiencePanelProps {
  found: AudienceCount | undefined;
  error: Error | null;
  retry: () => void;
  isFetching: boolean;
}
/** The number of recipients of the current audience. */
export function AudiencePanel({ found, error, retry, isFetching }: AudiencePanelProps) {
  return (
    <Panel title="Recipients">
      {error && !found ? (
        <ErrorState error={error} retry={retry} />
      ) : !found ? (
        <Skeleton height={72} className="after-a-while" />
      ) : (
        <>
          <div className={classes.count} aria-live="polite" style={{ opacity: isFetching ? 0.6 : 1 }}>
            {formatCount(found.count)}
          </div>
          {found.count === 0 && found.leftOut.length === 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              No customers match. Change or clear a field of the audience.
            </Text>
          )}
          {found.leftOut.length > 0 && (
            <>
              <Text size="sm" mt="xs">
                Left out
              </Text>
              <ul className={`plain-list mt-2 text-sm secondary ${classes.leftOut}`}>
                {found.leftOut.map(({ reason, count }) => (
                  <li key={reason}>
                    {exclusionLabels[reason]} <span className="tabular">{formatCount(count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Panel>
  );
}

interface PreviewPanelProps {
  channel: MessageChannel;
  examples: AudienceCount['examples'];
  /** Why the preview is empty. */
  hint: string | null;
}
/** The message as the first recipients see it, on a desktop and on a phone. */
export function PreviewPanel({ channel, examples, hint }: PreviewPanelProps) {
  const [size, setSize] = useState('desk');
  const [place, setPlace] = useState(0);
  const shown = examples[Math.min(place, examples.length - 1)];
  return (
    <Panel
      title="Preview"
      tools={
        channel === 'email' && (
          <SegmentedControl
            size="xs"
            aria-label="Preview on"
            data={[
              { value: 'desk', label: 'Desktop' },
              { value: 'phone', label: 'Phone' },
              { value: 'text', label: 'Plain text' },
            ]}
            value={size}
            onChange={setSize}
          />
        )
      }
    >
      {hint || !shown ? (
        <Text c="dimmed" size="sm">
          {hint ?? 'No one in the audience yet.'}
        </Text>
      ) : (
        <div className="grid gap-3">
          <Example channel={channel} size={size} example={shown} />
          {examples.length > 1 && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {shown.name} ({Math.min(place, examples.length - 1) + 1} of {examples.length})
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => setPlace((place + 1) % examples.length)}
              >
                Next example
              </Button>
            </Group>
          )}
        </div>
      )}
    </Panel>
  );
}

interface ExampleProps {
  channel: MessageChannel;
  size: string;
  example: AudienceCount['examples'][number];
}
function Example({ channel, size, example }: ExampleProps) {
  const { subject, body, to, parts } = example;
  if (channel !== 'email') {
    return (
      <div className={classes.page} data-size="phone">
        <div className={`text-md pre-wrap break-anywhere ${classes.bubble}`}>
          {channel === 'push' && <div className="bold break-anywhere">{subject}</div>}
          {body}
        </div>
      </div>
    );
  }
  return (
    <div className={classes.page} data-size={size}>
      <div className={classes.head}>
        <div className="bold break-anywhere">{subject}</div>
        <Text size="xs" c="dimmed">
          To {to}
        </Text>
      </div>
      <section
        className={`text-md break-anywhere ${classes.text}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must scroll by keyboard
        tabIndex={0}
        aria-label="Text of the email"
      >
        {size === 'text' ? <div className="pre-wrap mono">{body}</div> : <EmailParts parts={parts} />}
      </section>
    </div>
  );
}

/** The text, the button and the lines below them, as a program shows the HTML of the email. */
const EmailParts = ({ parts: { text, button, color, footer } }: { parts: MessageParts }) => (
  <>
    <div className="pre-wrap">{text}</div>
    {button && (
      <p>
        {/* A picture of the button: it leads nowhere. */}
        <span className={classes.pressed} style={{ background: color }} title={button.url}>
          {button.label}
        </span>
      </p>
    )}
    {footer.length > 0 && (
      <div className={`pre-wrap text-xs secondary ${classes.foot}`}>{footer.join('\n')}</div>
    )}
  </>
);
