// Writes locale data of ICU as JSON; read_intl.py runs it: node read_intl.mjs LOCALES > reference.json
//
// Dates are written if WITH_DATES is set. LOCALES is a file with one language tag in each line. Node 20.20 and later have ICU 78 (CLDR 48). Babel has a later CLDR, in which some texts changed or
// are incomplete; where the two differ, the data file has the texts of ICU.
import { readFileSync } from "node:fs";

const locales = readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean);
const styles = ["long", "short", "narrow"];
const units = `acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch kilobit kilobyte kilogram
kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound
second stone terabit terabyte week yard year kilometer-per-hour mile-per-hour meter-per-second liter-per-kilometer mile-per-gallon`.split(/\s+/);
const currencies = "USD EUR GBP JPY CNY INR BRL CHF RUB KRW TRY PLN SEK MXN ZAR KWD CAD AUD NZD HKD SGD TWD NOK DKK CZK HUF RON BGN ILS UAH THB IDR MYR PHP VND EGP SAR AED QAR NGN KES ARS CLP COP PEN PKR BDT LKR KZT GEL AMD AZN ISK".split(" ");
const skeletons = "yM yMd yMEd Md MEd yMMM yMMMd yMMMEd yMMMM yMMMMd yMMMMEd MMMd MMMEd MMMMd MMMMEd Ed d M MMM y h H hm Hm hms Hms ms MMdd yMM yMMdd MMd yMMMMEEEEd yMMMEEEEd MMMMEEEEd".split(" ");
// Skeletons whose parts crash Node.
const crashes = { gd: ["yMMM"], ksh: ["yM"], sc: ["yM"] };
const dates = [Date.UTC(2031, 8, 3, 9, 4, 7), Date.UTC(2031, 8, 3, 21, 4, 7)];

function samples(rules) {
  const found = {};
  for (const number of [...Array(130).keys(), 1000, 1000000, 0.5, 1.5, 2.5, 0.1, 1.1, 2.1]) found[rules.select(number)] ??= number;
  return found;
}

const join = (parts, keep) => parts.filter(keep).map((part) => part.value).join("");
const isNumber = (part) => ["integer", "group", "decimal", "fraction", "minusSign", "plusSign"].includes(part.type);

/** Pattern of parts: the number is {0}. */
function pattern(parts) {
  let text = "", hasNumber = false;
  for (const part of parts) {
    if (!isNumber(part)) text += part.value;
    else if (!hasNumber) { text += "{0}"; hasNumber = true; }
  }
  return text;
}

function options(skeleton) {
  const result = { timeZone: "UTC" };
  for (const [field] of skeleton.matchAll(/(.)\1*/g)) {
    const count = field.length;
    if (field[0] === "y") result.year = count === 2 ? "2-digit" : "numeric";
    if (field[0] === "M") result.month = ["numeric", "2-digit", "short", "long", "narrow"][count - 1];
    if (field[0] === "d") result.day = count === 2 ? "2-digit" : "numeric";
    if (field[0] === "E") result.weekday = count === 4 ? "long" : "short";
    if (field[0] === "h" || field[0] === "H") { result.hour = "numeric"; result.hourCycle = field[0] === "h" ? "h12" : "h23"; }
    if (field[0] === "m") result.minute = "2-digit";
    if (field[0] === "s") result.second = "2-digit";
  }
  return result;
}

const result = {};
for (const locale of locales) {
  if (Intl.NumberFormat.supportedLocalesOf(locale)[0] !== locale && locale !== "no") continue;
  const tag = `${locale}-u-nu-latn-ca-gregory`;
  const known = skeletons.filter((skeleton) => !crashes[locale.split("-")[0]]?.includes(skeleton));
  const rules = new Intl.PluralRules(locale);
  const sample = samples(rules);
  const data = { unit: {}, rel: {}, cur: {}, name: {}, df: [], tf: [], glue: {}, sk: {}, compact: {}, symbols: {}, patterns: {}, ranges: {}, list: {}, mon: {}, day: {} };
  for (const unit of units) {
    for (const unitDisplay of styles) {
      const format = new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay, useGrouping: false });
      data.unit[`${unit}/${unitDisplay}`] = Object.fromEntries(Object.entries(sample).map(([count, number]) => [count, pattern(format.formatToParts(number))]));
    }
  }
  for (const unit of ["year", "quarter", "month", "week", "day", "hour", "minute", "second"]) {
    for (const style of styles) {
      const record = {};
      const always = new Intl.RelativeTimeFormat(tag, { style });
      for (const [count, number] of Object.entries(sample)) {
        record[`f.${count}`] = pattern(always.formatToParts(number, unit).map((part) => ({ ...part, type: part.unit ? "integer" : "literal" })));
        record[`p.${count}`] = pattern(always.formatToParts(-number || -0, unit).map((part) => ({ ...part, type: part.unit ? "integer" : "literal" })));
      }
      const auto = new Intl.RelativeTimeFormat(tag, { style, numeric: "auto" });
      for (const number of [-3, -2, -1, 0, 1, 2, 3]) {
        const parts = auto.formatToParts(number, unit);
        if (parts.every((part) => !part.unit)) record[`r${number}`] = parts.map((part) => part.value).join("");
      }
      data.rel[`${unit}/${style}`] = record;
    }
  }
  for (const currency of currencies) {
    const symbol = (currencyDisplay) => join(new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay }).formatToParts(1), (part) => part.type === "currency");
    const names = Object.fromEntries(Object.entries(sample).map(([count, number]) => [
      count, join(new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "name", maximumFractionDigits: 1, minimumFractionDigits: 0 }).formatToParts(number), (part) => part.type === "currency")]));
    data.cur[currency] = [symbol("symbol"), symbol("narrowSymbol"), names];
  }
  if (process.env.WITH_DATES) {
    for (const style of ["full", "long", "medium", "short"]) {
      data.df.push(dates.map((date) => new Intl.DateTimeFormat(tag, { dateStyle: style, timeZone: "UTC" }).formatToParts(date)));
      data.tf.push(["medium", "short"].includes(style) ? dates.map((date) => new Intl.DateTimeFormat(tag, { timeStyle: style, timeZone: "UTC" }).formatToParts(date)) : null);
    }
    for (const style of ["full", "long", "medium", "short"]) {
      const date = new Intl.DateTimeFormat(tag, { dateStyle: style, timeZone: "UTC" }).format(dates[0]);
      const time = new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone: "UTC" }).format(dates[0]);
      data.glue[style] = new Intl.DateTimeFormat(tag, { dateStyle: style, timeStyle: "short", timeZone: "UTC" }).format(dates[0]).replace(date, "{1}").replace(time, "{0}");
    }
    for (const [month, weekday, style] of [["long", "long", "full"], ["long", undefined, "long"], ["short", undefined, "medium"], ["numeric", undefined, "short"]]) {
      const fields = { year: "numeric", month, weekday, day: "numeric", timeZone: "UTC" };
      const hours = { hour: "numeric", minute: "2-digit", timeZone: "UTC" };
      const date = new Intl.DateTimeFormat(tag, fields).format(dates[0]);
      const time = new Intl.DateTimeFormat(tag, hours).format(dates[0]);
      data.glue["s" + style] = new Intl.DateTimeFormat(tag, { ...fields, ...hours }).format(dates[0]).replace(date, "{1}").replace(time, "{0}");
    }
    for (const skeleton of known) data.sk[skeleton] = dates.map((date) => new Intl.DateTimeFormat(tag, options(skeleton)).formatToParts(date));
    for (const width of ["long", "short", "narrow"]) {
      const read = (options, type) => [...Array(12).keys()].map((month) => join(new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" }).formatToParts(Date.UTC(2023, month, type === "weekday" ? 1 + month : 3)), (part) => part.type === type));
      data.mon["s/" + width] = read({ month: width }, "month");
      data.mon["f/" + width] = read({ month: width, day: "numeric" }, "month");
      const days = (options) => [...Array(7).keys()].map((day) => join(new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" }).formatToParts(Date.UTC(2023, 0, 1 + day)), (part) => part.type === "weekday"));
      data.day["s/" + width] = days({ weekday: width });
      data.day["f/" + width] = days({ weekday: width, month: "short", day: "numeric" });
    }
  }
  for (const [key, compactDisplay] of [["cds", "short"], ["cdl", "long"]]) {
    const format = new Intl.NumberFormat(tag, { notation: "compact", compactDisplay, useGrouping: false, maximumSignificantDigits: 3 });
    for (let power = 3; power <= 14; power++) {
      for (const number of [1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 20, 21, 22, 25]) {
        const value = number * 10 ** (power - (number > 9 ? 1 : 0));
        const parts = format.formatToParts(value);
        if (parts.some((part) => part.type === "fraction")) continue;
        const digits = join(parts, (part) => part.type === "integer");
        // Shows that the rest of the value is in a word.
        if (Number(digits) === value) { (data.compact[`${key}/other`] ??= {})[power] = "0"; continue; }
        const shown = rules.select(Number(digits));
        (data.compact[`${key}/${shown}`] ??= {})[power] = parts.map((part) => part.type === "integer" ? "0".repeat(part.value.length) : part.value.replace(/[-+%.,#0;']/g, (mark) => `'${mark === "'" ? "''" : mark}'`)).join("");
      }
    }
  }
  const number = new Intl.NumberFormat(tag).formatToParts(-1234567.5);
  const money = new Intl.NumberFormat(tag, { style: "currency", currency: "EUR" }).formatToParts(1234567.5);
  data.symbols = { group: number.find((part) => part.type === "group")?.value, decimal: join(number, (part) => part.type === "decimal"), currencyGroup: money.find((part) => part.type === "group")?.value, currencyDecimal: join(money, (part) => part.type === "decimal"), grouping: new Intl.NumberFormat(tag).format(1234).length > 4 ? 1 : 2 };
  const native = new Intl.NumberFormat(locale).resolvedOptions().numberingSystem;
  const nativeParts = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  data.symbols.native = ["decimal", "group"].map((type) => nativeParts.find((part) => part.type === type)?.value ?? "");
  data.cup = Object.fromEntries(Object.entries(sample).map(([count, number]) => [count, pattern(new Intl.NumberFormat(tag, { style: "currency", currency: "EUR", currencyDisplay: "name", maximumFractionDigits: 1, minimumFractionDigits: 0 }).formatToParts(number).map((part) => (part.type === "currency" ? { type: "literal", value: "{1}" } : part)))]));
  data.ns = native;
  for (const [system, name] of [["latn", tag], [native, locale]]) {
    for (const [key, currencySign] of [["cur", "standard"], ["acc", "accounting"]]) {
      data.patterns[`${key}/${system}`] = [1234567, -1234567].map((value) => new Intl.NumberFormat(name, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", currencySign, maximumFractionDigits: 0 }).formatToParts(value));
    }
    const format = new Intl.NumberFormat(name);
    const between = join(format.formatRangeToParts(1, 2), (part) => part.source === "shared");
    data.ranges[system] = [`{0}${between}{1}`, join(format.formatRangeToParts(1, 1), (part) => part.type === "approximatelySign")];
    data.patterns[`pct/${system}`] = [1, -1].map((value) => new Intl.NumberFormat(name, { style: "percent" }).formatToParts(value));
  }
  for (const [kind, type] of [["and", "conjunction"], ["or", "disjunction"], ["unit", "unit"]]) {
    for (const style of styles) {
      const format = new Intl.ListFormat(locale, { type, style });
      const literals = (items) => { const text = format.format(items); return text; };
      data.list[`${kind}/${style}`] = [literals(["\u{F000}", "\u{F001}", "\u{F002}", "\u{F003}"]), literals(["\u{F000}", "\u{F001}"])];
    }
  }
  const calendar = new Intl.DateTimeFormat(locale).resolvedOptions().calendar;
  if (process.env.WITH_DATES && calendar !== "gregory") {
    const native = `${locale}-u-nu-latn`;
    const days = dates.map((date) => (calendar === "persian" ? date - 7 * 86400000 : date));
    const read = (options) => days.map((date) => new Intl.DateTimeFormat(native, { ...options, timeZone: "UTC" }).formatToParts(date));
    const months = (month) => [...Array(12).keys()].map((index) => join(new Intl.DateTimeFormat(native, { month, timeZone: "UTC" }).formatToParts(Date.UTC(2031, index + (calendar === "persian" ? 3 : 0), 10)), (part) => part.type === "month"));
    data.native = { calendar, df: ["full", "long", "medium", "short"].map((dateStyle) => read({ dateStyle })), sk: Object.fromEntries(skeletons.filter((skeleton) => !/[hHms]/.test(skeleton)).map((skeleton) => [skeleton, read(options(skeleton))])), long: months("long"), short: months("short"), narrow: months("narrow"), era: join(new Intl.DateTimeFormat(native, { year: "numeric", era: "short", timeZone: "UTC" }).formatToParts(dates[0]), (part) => part.type === "era") };
  }
  result[locale] = data;
}
process.stdout.write(JSON.stringify(result));
