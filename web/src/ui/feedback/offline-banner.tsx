import { useConnection } from '../../core/wire/connection.ts';
import classes from './banner.module.css';

const texts = {
  online: undefined,
  offline: 'You’re offline. What you see might be out of date.',
  unreachable: 'Can’t reach Aisle. Retrying…',
};

interface OfflineBannerProps {
  /** In the top bar, where it stays in view; it replaces the one above pages without a top bar. */
  isInTopBar?: boolean;
}
export function OfflineBanner({ isInTopBar }: OfflineBannerProps) {
  const text = texts[useConnection()];
  return (
    <div role="status" className={classes.place} data-in-top-bar={isInTopBar}>
      {text && (
        <p className={`${classes.banner} ${classes.offline}`} data-connection-banner>
          {text}
        </p>
      )}
    </div>
  );
}
