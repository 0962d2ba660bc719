import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { closeNotice, type Notice, useNotices } from '../../core/notice.tsx';
import classes from './toasts.module.css';

/** Shows the messages of `notifySuccess`, `notifyError` and `offerUndo`. Rendered once, by the app. */
export function Toasts() {
  const notices = useNotices();
  // Keeps toasts open while they are under the pointer or have keyboard focus.
  const [isRead, setRead] = useState(false);
  // A toast that disappears under the pointer fires no leave event.
  if (isRead && notices.length === 0) setRead(false);
  return (
    <section
      className={`column gap-2 ${classes.stack}`}
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      {notices.map((notice) => (
        // A new duration remounts the toast, which restarts its time.
        <Toast key={`${notice.id} ${notice.ms}`} notice={notice} isHeld={isRead} />
      ))}
    </section>
  );
}

function Toast({ notice, isHeld }: { notice: Notice; isHeld: boolean }) {
  const { id, ms, kind, message, action } = notice;
  useEffect(() => {
    if (ms === null || isHeld) return;
    const timer = setTimeout(() => closeNotice(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms, isHeld]);
  return (
    <div
      className={`row gap-2 text-sm ${classes.toast}`}
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : undefined}
    >
      <span className="grow min-w-0 break-anywhere">{message}</span>
      {action && (
        <Button
          size="compact-sm"
          variant={kind === 'done' ? 'light' : 'subtle'}
          color={kind === 'done' ? 'teal' : 'gray'}
          className="flex-none"
          onClick={action.run}
        >
          {action.label}
        </Button>
      )}
      <CloseButton aria-label="Close" iconSize={16} onClick={() => closeNotice(id)} />
    </div>
  );
}
