import { formatPhone } from '@aisle/contract/core/phones';
import type { LocationView } from '@aisle/contract/locations/locations';
import { Text } from '@mantine/core';
import { Gate } from '../../ui/gate.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { ActiveBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './locations.module.css';

/** The store staff of this location. They see only their own locations. */
export function StaffTab({ location }: { location: LocationView }) {
  const { owners } = location;
  return (
    <Panel
      title="Staff of this location"
      tools={
        <Gate permission="user_list">
          <ScreenLink to="/users" search={{ locationId: location._id }}>
            Users
          </ScreenLink>
        </Gate>
      }
    >
      {owners.length === 0 && (
        <Text c="dimmed">No staff yet. Assign this location to a user of type “Store”.</Text>
      )}
      <ul className={`plain-list grid lined ${classes.staff}`}>
        {owners.map(({ _id, name, email, phone, status, lastLoginAt }) => (
          <li key={_id}>
            <span className={`grid min-w-0 break-anywhere ${classes.who}`}>
              <strong>{name}</strong>
              <span>{[email, phone && formatPhone(phone)].filter(Boolean).join(' · ')}</span>
            </span>
            <span className={classes.seen}>
              {lastLoginAt ? (
                <>
                  Last sign-in <DateText value={lastLoginAt} />
                </>
              ) : (
                'Never signed in'
              )}
            </span>
            <ActiveBadge active={status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
