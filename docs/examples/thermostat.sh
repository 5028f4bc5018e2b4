#!/bin/sh
# The logic of thermostat.yaml: a room that is heated to the target, and otherwise cools. Once a second it reads the user's settings and sets the shown values.
#
#   tessera run thermostat.yaml --display window --data-socket /tmp/thermostat &
#   ./thermostat.sh /tmp/thermostat
socket=${1:?the name of the data socket}

# Reads "path value" lines, writes "path=value" words.
decide() {
  awk '{ value[$1] = $2 }
    END {
      wanted = value["mode"] == "heat" ? value["target"] : value["mode"] == "eco" ? 17 : 5
      # The heating stays on until the room has the target temperature.
      on = value["temperature"] < wanted - (value["heating"] == "true" ? 0 : 0.4)
      printf "heating=%s temperature=%.1f\n", on ? "true" : "false", value["temperature"] + (on ? 0.2 : -0.1)
    }'
}

while settings=$(tessera data get "$socket" mode target temperature heating | decide); do
  # Two words without spaces.
  tessera data set "$socket" $settings || exit
  sleep "${2:-1}"
done
