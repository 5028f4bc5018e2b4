#!/bin/sh
# The logic of lift-panel.yaml: the lift goes floor by floor to the oldest call, and opens its doors at each floor that was called.
#
#   tessera run lift-panel.yaml --display window --data-socket /tmp/lift &
#   ./lift-panel.sh /tmp/lift
socket=${1:?the name of the data socket}
set -f

# Reads "path value" lines, writes "path=value" words. The calls are a JSON list: [3,5].
decide() {
  awk '{ value[$1] = $2 }
    END {
      calls = value["calls"]; gsub(/[][]/, "", calls)
      n = split(calls, call, ","); floor = value["floor"]
      if (n == 0) { print "moving=none"; exit }
      floor += (call[1] > floor) - (call[1] < floor)
      for (i = 1; i <= n; i++) {
        if (call[i] == floor) arrived = 1; else rest = rest (rest == "" ? "" : ",") call[i]
      }
      if (arrived) printf("floor=%d door=open moving=none calls=[%s]\n", floor, rest)
      else printf("floor=%d door=closed moving=%s\n", floor, (call[1] > floor) ? "up" : "down")
    }'
}

while settings=$(tessera data get "$socket" floor calls | decide); do
  # Words without blanks in them.
  tessera data set "$socket" $settings || exit
  sleep "${2:-1}"
done
