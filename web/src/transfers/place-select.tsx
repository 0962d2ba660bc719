import { transferRoutes } from '@aisle/contract/transfers';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';

/** Any location of the marketplace, also one that whoever asks cannot see into. */
export const PlaceSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect {...props} route={transferRoutes.places} />
);
