// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OpenMint, TokenLedger} from "./DevToken.sol";

/// @title Returns nothing from its calls, and changes an allowance only from or to zero.
contract UsdtLikeToken is OpenMint {
    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenLedger(decimals_) {
        name = name_;
        symbol = symbol_;
    }

    function approve(address spender, uint256 value) external {
        // Reverts without a reason, as USDT does.
        require(value == 0 || allowance[msg.sender][spender] == 0);
        _approve(msg.sender, spender, value);
    }

    function transfer(address to, uint256 value) external {
        _transfer(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _spendAllowance(from, msg.sender, value);
        _transfer(from, to, value);
    }
}
