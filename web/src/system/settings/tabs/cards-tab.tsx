import { Select } from '@mantine/core';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { WholeInput } from './whole-input.tsx';

const funders = [
  { value: 'marketplace', label: 'Marketplace' },
  { value: 'location', label: 'Location, on its next statement' },
];

const captureTimes = [
  { value: 'handOver', label: 'When the order is handed over' },
  { value: 'prepared', label: 'When the order is prepared' },
];

export function CardsTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <FormSection title="Authorization">
        <WholeInput
          label="Margin for weighed items"
          description="Held on the card in addition to the price of the ordered weight"
          counts="%"
          {...form.getInputProps('cards.authorizeMarginPercent')}
        />
        <WholeInput
          label="Orders for later"
          description="Banks hold an amount for six days. If the time slot is later, the card is only verified at first, and authorized this long before the slot"
          counts="days"
          {...form.getInputProps('cards.authorizeDaysAhead')}
        />
      </FormSection>
      <FormSection title="Charge">
        <Select
          label="Cards are charged"
          description="For the final total. If it falls after that, the difference is refunded; if it rises, the difference is due at the door"
          data={captureTimes}
          allowDeselect={false}
          {...form.getInputProps('cards.captureAt')}
        />
      </FormSection>
      <FormSection title="Payment links">
        <WholeInput
          label="Time to pay"
          description="A link keeps an unpaid order open for at least this time"
          counts="minutes"
          {...form.getInputProps('cards.payLinkMinutes')}
        />
      </FormSection>
      <FormSection title="Cards of subscriptions">
        <WholeInput
          label="Email before a card expires"
          description="Customers whose card pays for renewals get one email"
          counts="days"
          {...form.getInputProps('cards.expiringCardDays')}
        />
      </FormSection>
      <FormSection title="Disputes">
        <Select
          label="Lost disputes are paid by"
          description="Applies to new disputes, and can be changed for each until it is decided"
          data={funders}
          allowDeselect={false}
          {...form.getInputProps('cards.disputesFundedBy')}
        />
      </FormSection>
    </>
  );
}
