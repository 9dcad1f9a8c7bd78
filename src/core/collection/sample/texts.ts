/** The longer documents of the sample collection. */

export const HANDBOOK = `# Handbook of Larkfield Bicycles

Larkfield builds bicycles in Bremen and sells them in three branches. This handbook describes how we work together.

## Working hours

A full week has 38 hours. Core hours are from 10:00 to 15:00; before and after them you choose your own times. Workshop
shifts are planned two weeks ahead by the head of the workshop.

You can work from home on two days a week. Workshop and branch staff swap shifts instead.

## Holidays

Everyone has 28 days of holiday a year, in addition to public holidays. Ask for holidays of more than a week at least
a month ahead. Up to 5 days can be taken until the end of March of the following year; after that they lapse.

## Illness

Call your manager before 9:00 on the first day. A doctor's certificate is needed from the fourth day on.

## Learning

Each person has 900 euros a year for courses, books and conferences. Managers approve courses of more than 300 euros.

## Company bicycles

After six months you may choose a Larkfield bicycle and keep it for as long as you work here. It is insured against
theft. Repairs in our own workshop are free.
`;

export const TRAVEL = `# Travel policy

This policy applies to every journey for Larkfield of more than 50 kilometres.

## Trains

We travel by train wherever a journey takes less than seven hours. Book at least a week ahead. First class is for
journeys of more than four hours.

## Flights

Flights need the approval of a managing director, and a reason why the train is no option. We fly economy class.

## Hotels

A night costs at most 140 euros, breakfast included. In London, Paris and Zurich the limit is 190 euros.

## Meals

For each full day you receive 28 euros, without receipts. On days of arrival and departure it is 14 euros.

## Expenses

Hand in your expenses within 30 days after the journey, with photos of all receipts. They are paid with the next salary.
`;

export const RETURNS = `# Returns and warranty

## Returns

Customers can return bicycles and accessories within 30 days, without giving a reason. A bicycle must not have been
ridden for more than 50 kilometres; otherwise we deduct 10 percent of its price. Custom paintwork cannot be returned.

The money is refunded within 14 days, in the way in which it was paid. Customers bring a bicycle to a branch or have it
collected for 45 euros.

## Warranty

| Part | Warranty |
| --- | --- |
| Frame and fork | 10 years |
| Battery | 3 years or 600 charges |
| Other parts | 2 years |

Wear parts such as tyres, chains and brake pads are excluded. The warranty starts with the purchase and passes to the
next owner together with the receipt.

## Complaints

We answer complaints within two working days. If the same fault has been repaired twice without success, the customer
may choose between a new bicycle and a refund.
`;

export const SECURITY = `# Information security

## Passwords

Use the password manager and a different password everywhere, of at least 14 characters. Two-factor authentication is
required for e-mail, the shop and the accounting system. Nobody at Larkfield will ever ask for your password.

## Lost devices

Report a lost or stolen device within an hour: call +49 421 555 0199, at any time of the day. IT locks and erases it
remotely. Whoever reports quickly has nothing to fear.

## Suspicious messages

Don't open attachments that you didn't expect. Forward the message to phishing@larkfield.example and delete it.

## Customer data

Customer data stays in the shop system. It is not copied into spreadsheets, and never sent by e-mail. Orders are deleted
after ten years, and test-ride bookings after 90 days.
`;

export const RELEASES = `# Larkfield app: release notes

## 4.2 (September 2026)

- Rides can be shared with a link that expires after a week.
- The battery forecast takes the weather into account.
- Fixed: error E-417 when a lock was opened without a connection.

## 4.1 (June 2026)

- Several riders can share one Cargo bicycle. Each of them has a key in the app.
- Test rides are booked in the app, up to 14 days ahead.

## 4.0 (March 2026)

- New maps with cycle paths in 18 countries, also offline.
- The app requires iOS 17 or Android 12.
- Removed: export of rides as GPX 1.0. GPX 1.1 remains.
`;
