import { addressImportFields } from '../system/imports/import-address.ts';
import { type ImportField, type ImportTable, words } from '../system/imports/import-fields.ts';
import type { Customer } from './customers.ts';

/** Customer fields that files contain unchanged: imports read them, and exports use the same names. */
export const customerFileFields = {
  notes: {
    label: 'Notes',
    known: words('notes note comment comments notizen notas remarques memo customernote customernotes'),
  },
  marketingConsent: {
    label: 'Marketing consent',
    shown: 'yesNo',
    help: 'Whether they agreed to marketing messages',
    known: words(`
      marketingconsent acceptsmarketing acceptsemailmarketing newsletter optin marketingoptin emailmarketing
      acceptmarketing marketingallowed marketingemails emailmarketingconsent emailsubscriptionstatus
      emailsubscriberstatus newsletter01
    `),
  },
} as const satisfies Partial<Record<keyof Customer, ImportField>>;

/** The fields that a column of a customer list can map to, in the order of the screen. */
const customerImportFields = {
  firstName: {
    label: 'First name',
    required: true,
    insteadOf: 'fullName',
    known: words('firstname givenname forename vorname nombre prenom billingfirstname shippingfirstname'),
  },
  lastName: {
    label: 'Last name',
    known: words(`
      lastname surname familyname nachname familienname apellido apellidos nomdefamille billinglastname
      shippinglastname
    `),
  },
  fullName: {
    label: 'Full name',
    help: '“Jane Doe” or “Doe, Jane”',
    known: words('fullname name customer customername displayname kunde kundenname cliente client nom'),
  },
  phone: {
    label: 'Phone',
    required: true,
    prefer: 'fullest',
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
      'mobilenumber',
      'mobilephonenumber',
      'cellnumber',
      'contactnumber',
      'contactphone',
      'customerphone',
      'billingphone',
      'shippingphone',
      'homephone',
      'workphone',
      'businessphone',
      'phone1',
      'phone2',
      'telephonenumber',
      'telefon1',
      'telefon2',
      'mobiltelefon',
      'mobil',
      'mobilnummer',
      'handynummer',
      'rufnummer',
      'festnetz',
      'telefonomovil',
      'telefonofijo',
      'numerodetelefono',
      'celular',
      'telephone1',
      'telephoneportable',
      'telephonemobile',
      'telephonefixe',
      'numerodetelephone',
      'addressphone',
      'addresstelephone',
      'phone1value',
      'phone2value',
    ],
  },
  otherPhone: {
    label: 'Phone if empty',
    help: 'Used in rows where the phone is empty',
    fallbackOf: 'phone',
    known: [],
  },
  email: {
    label: 'Email',
    prefer: 'filled',
    known: [
      'email',
      'emailaddress',
      'mail',
      'correo',
      'correoelectronico',
      'courriel',
      'useremail',
      'customeremail',
      'billingemail',
      'primaryemail',
      'email1',
      'email1value',
    ],
  },
  ...addressImportFields,
  ...customerFileFields,
} as const satisfies Record<string, ImportField>;
export type CustomerImportField = keyof typeof customerImportFields;

/** Rows find their customer by phone or email. */
export const customerImportTable = {
  fields: customerImportFields,
  keys: ['phone', 'email'],
  essentials: [
    ['fullName', 'lastName'],
    ['phone', 'email'],
    ['line1', 'postalCode', 'marketingConsent', 'firstName'],
  ],
} as const satisfies ImportTable;
