/** The first page of a bundle. English: it is for support. */
export const README = `Boxwright support bundle

Made on a laptop by the person who works there, looked at before it was written, and sent only by that person.

health.json     how each part was found, with the reason
versions.json   the app, its runtime, the system, and which tables this version has
settings.json   what is set; of everything typed only whether there is something
files.json      what lies in the data folder, with sizes; backups and damaged files by their times
stops.json      what stopped without being asked to: where in the code, never with what data
profiles/       for each environment and customer: states, counts, numbers and attempts of operations with the operator's answers, nothing
               of what they are about
logs/           what happened, line by line

What is left out: API key, user name, password, tokens; plates, VINs, serials, names of cars, groups and people, addresses of
people; what operations ask for; notes, answers, photos, signatures. In the logs and in the operator's answers every word that is not
plainly technical stands as \u2022\u2022\u2022, and every word of this laptop's own data does.

What it does hold: numbers the operator gave (customers), the operator's and the relay's address without path, times.
`;
