#!/bin/sh
# The logic of medical-monitor.yaml: a patient who rests, and for some seconds of each minute does not. A real one reads sensors in place of awk's sin.
#
#   tessera run medical-monitor.yaml --display window --data-socket /tmp/monitor &
#   ./medical-monitor.sh /tmp/monitor
socket=${1:?the name of the data socket}

second=0
while second=$((second + 1)); do
  settings=$(awk -v t=$second 'BEGIN {
    effort = t % 60 > 44 ? (t % 60 - 44) * 4 : 0
    printf "heart=%d oxygen=%d breath=%d temperature=%.1f", \
      72 + 3 * sin(t / 7) + effort, 98 - effort / 20 + sin(t / 11), 14 + 2 * sin(t / 17) + effort / 8, 36.8 + 0.1 * sin(t / 300)
  }')
  # Words without blanks in them.
  tessera data set "$socket" $settings || exit
  sleep "${2:-1}"
done
