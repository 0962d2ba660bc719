import { addressImportFields } from '../system/import-address.ts';
import type { ImportField, ImportTable } from '../system/import-fields.ts';

/** The fields that a column of a list of customers can mean, in the order a screen offers them. */
export const customerImportFields = {
  firstName: {
    label: 'First name',
    required: true,
    insteadOf: 'fullName',
    known: ['firstname', 'givenname', 'forename', 'vorname', 'nombre', 'prenom'],
  },
  lastName: {
    label: 'Last name',
    known: [
      'lastname',
      'surname',
      'familyname',
      'nachname',
      'familienname',
      'apellido',
      'apellidos',
      'nomdefamille',
    ],
  },
  fullName: {
    label: 'Full name',
    help: 'The last word becomes the last name',
    known: [
      'fullname',
      'name',
      'customer',
      'customername',
      'kunde',
      'kundenname',
      'cliente',
      'client',
      'nom',
    ],
  },
  phone: {
    label: 'Phone',
    required: true,
    known: [
      'phone',
      'phonenumber',
      'mobile',
      'mobilephone',
      'cell',
      'cellphone',
      'telephone',
      'tel',
      'telefon',
      'telefonnummer',
      'handy',
      'telefono',
      'movil',
      'portable',
      'defaultaddressphone',
    ],
  },
  email: {
    label: 'Email',
    known: ['email', 'emailaddress', 'mail', 'correo', 'correoelectronico', 'courriel'],
  },
  ...addressImportFields,
  notes: { label: 'Notes', known: ['notes', 'note', 'comment', 'comments', 'notizen', 'notas', 'remarques'] },
  marketingConsent: {
    label: 'Marketing consent',
    shown: 'yesNo',
    help: 'Whether they agreed to marketing messages',
    known: [
      'marketingconsent',
      'acceptsmarketing',
      'acceptsemailmarketing',
      'newsletter',
      'optin',
      'marketingoptin',
      'emailmarketing',
    ],
  },
} as const satisfies Record<string, ImportField>;
export type CustomerImportField = keyof typeof customerImportFields;

/** Rows find their customer by phone or email. */
export const customerImportTable = {
  fields: customerImportFields,
  keys: ['phone', 'email'],
} as const satisfies ImportTable;
