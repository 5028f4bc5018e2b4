// Writes rows of ranges of numbers and dates with the texts of ICU: node range_rows.mjs > range.jsonl
//
// A row is one of `tessera localize`: its value is a list of the ends. Node 20.20 and later have ICU 78 (CLDR 48).
const locales = `en en-GB en-AU de de-AT de-CH fr fr-CA fr-CH es es-MX it pt pt-PT nl sv da nb fi pl cs sk hu ro bg hr sr sl ru uk el tr ar ar-EG he fa ur hi bn ta
th vi id ms ja ko zh zh-TW ca eu gl lt lv et is ga cy sw af ka hy az kk mn ne si km lo my am`.split(/\s+/);
const numbers = [
  ["number", {}, [3, 5]], ["number", {}, [-3, 5]], ["number", {}, [2, 2]], ["number", {}, [1234.5, 98765.4]],
  ["number", { style: "percent" }, [0.1, 0.25]], ["number", { notation: "compact" }, [1000, 2000]],
  ["number", { notation: "compact", compactDisplay: "long" }, [1000000, 3000000]],
  ["currency", { style: "currency", currency: "EUR" }, [3, 5]], ["currency", { style: "currency", currency: "USD" }, [3, 3]],
  ["currency", { style: "currency", currency: "JPY", currencyDisplay: "code" }, [300, 500]],
  ["currency", { style: "currency", currency: "USD", currencyDisplay: "name" }, [1, 2]],
  ["unit", { style: "unit", unit: "kilometer", unitDisplay: "long" }, [1, 2]],
  ["unit", { style: "unit", unit: "celsius", unitDisplay: "short" }, [-5, 12]],
];
const day = (...x) => Date.UTC(...x);
const ends = {
  minute: [day(2026, 10, 3, 9, 5), day(2026, 10, 3, 9, 45)], hour: [day(2026, 10, 3, 9, 5), day(2026, 10, 3, 11, 45)],
  noon: [day(2026, 10, 3, 9, 5), day(2026, 10, 3, 14, 30)], day: [day(2026, 10, 3, 9, 5), day(2026, 10, 5, 9, 5)],
  month: [day(2026, 9, 30, 9, 5), day(2026, 10, 5, 14, 0)], year: [day(2026, 11, 30, 9, 5), day(2027, 0, 5, 9, 5)],
};
const formats = [
  [{ dateStyle: "long" }, ["day", "month", "year", "hour"]], [{ dateStyle: "medium" }, ["day", "month", "year"]],
  [{ dateStyle: "short" }, ["day", "year"]], [{ timeStyle: "short" }, ["minute", "hour", "noon", "day"]],
  [{ dateStyle: "medium", timeStyle: "short" }, ["hour", "noon", "day"]],
  [{ month: "long", day: "numeric" }, ["day", "month", "year"]], [{ year: "numeric", month: "short" }, ["month", "year", "day"]],
  [{ year: "numeric", month: "numeric", day: "numeric" }, ["day", "month", "year"]],
  [{ weekday: "short", month: "short", day: "numeric" }, ["day", "month"]], [{ hour: "numeric" }, ["hour", "noon", "minute"]],
  [{ hour: "numeric", minute: "2-digit", hour12: true }, ["hour", "noon"]], [{ month: "short" }, ["month"]], [{ year: "numeric" }, ["year"]],
];
const write = (kind, locale, options, value, text) => console.log(JSON.stringify({ kind, locale, options, value, text }));
for (const locale of locales) {
  for (const [kind, options, [a, b]] of numbers) write(kind, locale, options, [a, b], new Intl.NumberFormat(locale, options).formatRange(a, b));
  for (const [options, names] of formats) {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    for (const name of names) write("date", locale, options, ends[name], format.formatRange(...ends[name]));
  }
}
