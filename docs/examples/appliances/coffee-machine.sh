#!/bin/sh
# The logic of coffee-machine.yaml: fills the cup in steps, and takes water and beans for it.
#
#   tessera run coffee-machine.yaml --display window --data-socket /tmp/coffee &
#   ./coffee-machine.sh /tmp/coffee
socket=${1:?the name of the data socket}
pause=${2:-0.5}

tessera data watch "$socket" --events | while read -r kind name order; do
  [ "$kind $name" = "event brew" ] || continue
  for part in 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1; do
    sleep "$pause"
    # Cancel sets it to false.
    [ "$(tessera data get "$socket" brewing)" = true ] || continue 2
    tessera data set "$socket" brewed=$part
  done
  rest=$(tessera data get "$socket" water beans | awk '{ printf "%s=%.2f ", $1, ($2 > 0.05 ? $2 - 0.04 : 1) }')
  # Two words without spaces.
  tessera data set "$socket" $rest brewing=false finished=true
done
